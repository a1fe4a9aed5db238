"""What is true of the tree as a whole: sizes of files, what they must not name, what loads when."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from omaha8.server.config_sections import ServerSection

ROOT: Final = Path(__file__).parents[1]
LONGEST: Final = 400
HEAVY: Final = {
    "asyncio",
    "cyclopts",
    "duckdb",
    "numba",
    "numpy",
    "rich",
    "starlette",
    "textual",
    "uvicorn",
}

# The brackets keep a pattern from finding itself.
REGISTRIES: Final = r"p[y]pi\.org|files\.p[y]thonhosted|registry\.n[p]mjs|d[e]b\.debian"
HOME_FOLDERS: Final = r"(?<![\w.~-])/(?:[w]ork|[f]arm|[r]oot|[h]ome/\w+|[U]sers/\w+)/"


@cache
def tracked() -> tuple[Path, ...]:
    """The files of the repository; without git, those that are not hidden."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout
        files = [ROOT / name for name in listed.split("\0") if name]
    else:
        files = [
            file
            for file in ROOT.rglob("*")
            if not any(part.startswith(".") for part in file.relative_to(ROOT).parts)
        ]
    return tuple(file for file in files if file.is_file())


def lines_matching(pattern: str) -> list[str]:
    expression = re.compile(pattern.encode(), re.IGNORECASE)
    return [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:100].decode(errors='replace')}"
        for file in tracked()
        for number, line in enumerate(file.read_bytes().splitlines(), start=1)
        if expression.search(line)
    ]


def test_no_file_is_too_long_to_read() -> None:
    sizes = {
        file.relative_to(ROOT).as_posix(): len(file.read_bytes().splitlines())
        for file in tracked()
        if file.suffix in (".py", ".js", ".css")
        and file.relative_to(ROOT).parts[0] in ("src", "tests")
    }
    assert len(sizes) > 10
    assert {name: lines for name, lines in sizes.items() if lines > LONGEST} == {}


@pytest.mark.parametrize("pattern", [REGISTRIES, HOME_FOLDERS], ids=["registries", "machine paths"])
def test_no_file_names_a_registry_or_a_folder_of_one_machine(pattern: str) -> None:
    assert lines_matching(pattern) == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (REGISTRIES, "--index-url https://p" + "ypi.org/simple"),
        (REGISTRIES, "https://registry.n" + "pmjs.org/typescript"),
        (HOME_FOLDERS, 'open("/ro' + 'ot/hands.txt")'),
        (HOME_FOLDERS, "cd /ho" + "me/ann/omaha8"),
    ],
)
def test_the_patterns_find_what_they_are_for(pattern: str, text: str) -> None:
    assert re.search(pattern, text)


def test_the_lock_pins_every_package_with_a_hash() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    packages = [line for line in lock.splitlines() if re.match(r"\w", line)]
    assert {"msgspec", "pytest", "starlette", "numba"} <= {p.partition("==")[0] for p in packages}
    assert all("==" in package and package.endswith("\\") for package in packages)
    assert "://" not in lock


def test_what_a_server_keeps_is_never_committed() -> None:
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("no git here, or no clone of the repository")
    kept = f"{ServerSection().data}/omaha8.db"
    ignored = subprocess.run(["git", "check-ignore", "-q", kept], cwd=ROOT)
    assert ignored.returncode == 0, f"{kept} would be committed: decks, hashes of passwords"


@pytest.mark.parametrize("script", ["omaha8", ".ci/run", "scripts/lock", "deploy/install"])
def test_scripts_can_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import omaha8", HEAVY | {"msgspec"}),
        ("import omaha8.cards, omaha8.evaluation, omaha8.rules, omaha8.hand", HEAVY),
        ("from omaha8.cli import main; main([]); main(['--version'])", HEAVY | {"msgspec"}),
    ],
    ids=["package", "hand", "help"],
)
def test_nothing_heavy_loads_before_it_is_used(code: str, heavy: set[str]) -> None:
    show = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run(
        [sys.executable, "-c", f"{code}; {show}"], check=True, capture_output=True, text=True
    ).stdout
    modules = set(loaded.splitlines()[-1].split())
    assert "omaha8" in modules
    assert modules & heavy == set()
