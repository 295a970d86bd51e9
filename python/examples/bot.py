"""A trained policy as a bot: named by a strategy file, it plays in any match and tournament.

    python bot.py policy.json
"""

import sys

from sandtable.bot import serve
from sandtable.policy import LinearPolicy

policy = LinearPolicy.load(sys.argv[1])
serve(policy, name="learnt", interval=policy.step_ticks)
