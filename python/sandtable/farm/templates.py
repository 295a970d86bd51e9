"""Scripts that spread a plan without Ray: an array of Slurm jobs, and plain ssh. Each part plays its share of the chunks into the store."""

from __future__ import annotations

import shlex
import sys

from .errors import FarmError
from .store import Store

SLURM = """\
#!/bin/bash
#SBATCH --job-name={job}
#SBATCH --array=0-{last}
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --signal=B:INT@90
# Plays the chunks of {store}, each part of the array its share, into that folder, which all nodes share.
# A part that is put back into the queue goes on behind the chunks that it has played.
#
#   job=$(sbatch --parsable THIS-SCRIPT)
#   sbatch --dependency=afterany:$job --wrap {finish}
part=${{SLURM_ARRAY_TASK_ID:?found no number of a part; expected to run as an array}}
exec {python} -m sandtable.farm work {store} --program {program} --part "$part/{parts}"
"""

SSH = """\
#!/bin/bash
# Plays the chunks of {store} on the hosts that the file $1 names, one a line; a host that is named twice plays two chunks at a time.
# Nothing is shared: each host gets the plan, plays its share, and its chunks are fetched. Then what is lacking is played here.
set -euo pipefail
mapfile -t hosts < <(grep -v '^ *$' "${{1:?expected a file of hosts, one a line}}")
place=${{FARM_FOLDER:-/tmp/sandtable-farm-{key}}}
play() {{ # play PART HOST
    local mine="$place-$1"
    ssh -n "$2" mkdir -p "$mine/chunks"
    rsync -a {plan} {manifest} "$2:$mine/"
    rsync -a {chunks}/ "$2:$mine/chunks/" --include '*.chunk' --exclude '*'
    ssh -n "$2" "${{FARM_PYTHON:-{python}}}" -m sandtable.farm work "$mine" --program {program} --part "$1/${{#hosts[@]}}" || true
    rsync -a --ignore-existing "$2:$mine/chunks/" {chunks}/ --include '*.chunk' --exclude '*'
    ssh -n "$2" rm -r "$mine"
}}
for part in "${{!hosts[@]}}"; do
    play "$part" "${{hosts[$part]}}" &
done
wait
exec {finish_plain}
"""


def _names(store: Store, program: str) -> dict[str, str]:
    folder = store.folder.resolve()
    quoted = {"store": folder, "plan": folder / "plan.json", "manifest": folder / "manifest.json", "chunks": folder / "chunks", "program": program}
    names = {name: shlex.quote(str(value)) for name, value in quoted.items()}
    names["python"] = shlex.quote(sys.executable)
    names["finish_plain"] = f"{names['python']} -m sandtable.farm finish {names['store']} --program {names['program']}"
    names["finish"] = shlex.quote(names["finish_plain"])
    names["job"] = "sandtable-" + "".join(letter if letter.isalnum() else "-" for letter in store.plan.name)
    names["key"] = store.plan.manifest_digest[:12]
    return names


def slurm_script(store: Store, program: str, parts: int) -> str:
    """The script of an array of jobs."""
    if not 1 <= parts <= len(store.plan):
        raise FarmError(f"--parts: found {parts}; expected 1 to {len(store.plan)}, the chunks of the plan")
    return SLURM.format(**_names(store, program), parts=parts, last=parts - 1)


def ssh_script(store: Store, program: str) -> str:
    """The script that reaches hosts by ssh and rsync."""
    return SSH.format(**_names(store, program))
