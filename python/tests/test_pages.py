"""The Python of pages runs as it stands there, block after block."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parent.parent.parent
PAGES = ["docs/PYTHON.md", "python/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_blocks_of_a_page_run(page):
    text = (ROOT / page).read_text()
    names = {}
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert blocks, f"{page}: no block of Python"
    for block in blocks:
        # Lines are counted as in the page, so that a traceback points at them.
        ahead = "\n" * text.count("\n", 0, block.start(1))
        exec(compile(ahead + block[1], str(ROOT / page), "exec"), names)
