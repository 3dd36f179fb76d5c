#!/usr/bin/env python3
"""Tests of the starter bots, the adapters, the games and the sandbox.

    python3 bots/test.py                  all of them; a program or package that is missing is an error
    python3 bots/test.py --skip-missing   skips what needs them
    python3 bots/test.py -k kgp           what unittest understands

ARENA names the binary that judges the rules (default: target/debug/arena).
"""

import os
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent / "tests"))

import harness
from test_adapters import *
from test_games import *
from test_llm import *
from test_referees import *
from test_sandbox import *
from test_starters import *

if __name__ == "__main__":
    if not Path(harness.ARENA).exists():
        sys.exit(f"no arena at {harness.ARENA}: run cargo build, or set ARENA")
    if "--skip-missing" in sys.argv:
        sys.argv.remove("--skip-missing")
        os.environ["SKIP_MISSING"] = "1"
    unittest.main()
