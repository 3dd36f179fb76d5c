"""Tests of scripts/sandboxed: what a bot in it cannot do, and that it plays."""

import csv
import os
import random
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from harness import ARENA, BOTS, FAKES, PATIENCE, PYTHON, Bot, NeedsTools

SANDBOXED = BOTS.parent / "scripts" / "sandboxed"
REFUSED = """
*** The sandbox is NOT TESTED: this machine does not let bubblewrap make namespaces.
***   {error}
*** Ubuntu 24.04: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0. Docker: --privileged.
"""


class Sandbox(NeedsTools):
    def setUp(self):
        self.need(shutil.which("bwrap"), "bwrap")
        tried = subprocess.run(
            ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"], capture_output=True, text=True, check=False
        )
        if tried.returncode:
            print(REFUSED.format(error=tried.stderr.strip()), file=sys.stderr)
            self.skipTest("bubblewrap may not make namespaces here")
        # Not in /tmp, which a bot may write to, unless the whole project is there.
        target = BOTS.parent / "target"
        target.mkdir(exist_ok=True)
        holder = tempfile.TemporaryDirectory(dir=target)
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        for program in (FAKES / "intruder.py", BOTS / "python" / "bot.py"):
            shutil.copy(program, self.folder)
        (self.folder / "secret").write_text("the opponent's book")
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        self.port = listener.getsockname()[1]
        self.trace = Path(f"/tmp/arena-intruder-{self.port}")
        self.addCleanup(self.trace.unlink, missing_ok=True)

    def intruder(self, *wrapper, child=None):
        """The arguments of a match with the intruder, which `wrapper` starts."""
        words = [*wrapper, os.path.realpath(PYTHON), "intruder.py", "bot.py"]
        words += ["RUN=run", f"PORT={self.port}", f"PID={os.getpid()}", *([f"CHILD={child}"] if child else [])]
        spec = f"intruder=exec:{shlex.join(words)},memory=1G"
        return [os.path.abspath(ARENA), "--a", spec, "--b", "bad", "--threads", "1", "--no-progress", "--out", "run"]

    def sandboxed(self, **options):
        """The same in the sandbox. This Python may be outside of /usr."""
        return self.intruder(str(SANDBOXED), "--read", sys.base_prefix, **options)

    def feats(self, command):
        """Plays two games; returns what the intruder could do."""
        environment = {**os.environ, "SECRET": "a key"}
        played = subprocess.run(
            [*command, "--games", "2"], cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        self.assertEqual(played.returncode, 0, played.stderr)
        with open(self.folder / "run" / "games.csv", encoding="utf-8", newline="") as games:
            self.assertEqual([game["reason"] for game in csv.DictReader(games)], ["normal", "normal"])
        return (self.folder / "run" / "logs" / "intruder.log").read_text().splitlines()

    def sleepers(self, seconds):
        """The processes that sleep this long."""
        wanted = f"sleep\0{seconds}\0".encode()
        found = []
        for line in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if line.read_bytes() == wanted:
                    found.append(line.parent.name)
            except OSError:
                pass  # It has ended.
        return found

    def child(self):
        """How long a child sleeps that a test can tell from all others by that. None is left, whatever happens."""
        seconds = random.randrange(10**6, 10**7)
        self.addCleanup(lambda: [os.kill(int(sleeper), signal.SIGKILL) for sleeper in self.sleepers(seconds)])
        return seconds

    def wait_for(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition() and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertTrue(condition())

    def test_a_bot_can_do_nothing_but_play_and_write_to_its_own_tmp(self):
        seconds = self.child()
        allowed = ["could write to /tmp"]
        if self.folder.resolve().is_relative_to("/tmp"):
            allowed.insert(0, "could write beside itself")  # In the sandbox's own /tmp.
        self.assertEqual(self.feats(self.sandboxed(child=seconds)), allowed)
        self.assertFalse(self.trace.exists())
        self.wait_for(lambda: not self.sleepers(seconds))

    def test_the_same_bot_can_do_it_all_outside(self):
        could = self.feats([word.replace(",memory=1G", "") for word in self.intruder()])
        self.assertEqual("could write to the kernel" in could, os.geteuid() == 0)
        self.assertEqual(len([feat for feat in could if "kernel" not in feat]), 8, could)

    def test_a_bot_inherits_no_open_file(self):
        with open(self.folder / "secret", encoding="utf-8") as secret:
            command = [SANDBOXED, "sh", "-c", f"cat <&{secret.fileno()} || echo closed"]
            tried = subprocess.run(
                command, cwd=self.folder, pass_fds=[secret.fileno()], capture_output=True, text=True, check=False
            )
        self.assertEqual(tried.stdout, "closed\n", tried.stderr)

    def test_nothing_of_it_outlives_a_killed_run(self):
        seconds = self.child()
        run = subprocess.Popen(
            [*self.sandboxed(child=seconds), "--games", "1000000"],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        self.wait_for(lambda: self.sleepers(seconds))
        run.kill()
        self.wait_for(lambda: not self.sleepers(seconds))

    def test_a_place_where_the_bot_would_see_the_results_is_refused(self):
        def refusal(*words, cwd=self.folder):
            tried = subprocess.run([SANDBOXED, *words], cwd=cwd, capture_output=True, text=True, check=False)
            self.assertEqual(tried.returncode, 2, tried.stderr)
            return tried.stderr

        for words in (["python3", "."], ["python3", ".."], ["--read", "/", "python3"]):
            with self.subTest(words=words):
                self.assertIn("into its own folder", refusal(*words))
        self.assertIn("another folder", refusal("python3", cwd="/usr/lib"))

    def test_every_starter_that_needs_no_build_plays_in_it(self):
        for words in (["node", "javascript/bot.js"], ["java", "java/Bot.java"]):
            self.need(shutil.which(words[0]), words[0])
            command = [str(SANDBOXED), words[0], str(BOTS / words[1])]
            with self.subTest(words=words), Bot(command, "kalah:6x4") as bot:
                self.assertIn(bot.move("s:4,4,4,4,4,4,0:4,4,4,4,4,4,0"), range(1, 7))
