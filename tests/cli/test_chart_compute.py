"""``omaha8 chart --compute``: shards come to the same as the whole, and go on after a stop."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from omaha8.cli import chart_compute, main
from omaha8.cli.chart_compute import Shard, compute, merge, parse_shard
from omaha8.cli.errors import UserError
from omaha8.equity.chart_boards import BOARD_RANKS, Totals


@pytest.fixture
def boards(monkeypatch: pytest.MonkeyPatch) -> int:
    """As if there were few boards, saved often."""
    monkeypatch.setattr(chart_compute, "BOARD_RANKS", 40)
    monkeypatch.setattr(chart_compute, "BATCH", 3)
    monkeypatch.setattr(chart_compute, "SAVED_EVERY", 2)
    return 40


def equal(one: Totals, other: Totals) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def quiet(done: int) -> None:
    pass


def test_shards_come_to_the_same_as_the_whole(boards: int, tmp_path: Path) -> None:
    compute(Shard(1, 1), tmp_path / "whole", 1, quiet)
    whole = merge(tmp_path / "whole")
    assert whole.any_suits.any()
    assert whole.flushes.any()
    for number in (1, 2, 3):
        compute(Shard(number, 3), tmp_path / "shards", 1, quiet)
    assert equal(merge(tmp_path / "shards"), whole)
    compute(Shard(1, 1), tmp_path / "jobs", 2, quiet)
    assert equal(merge(tmp_path / "jobs"), whole)


def test_a_shard_goes_on_where_it_was_stopped(boards: int, tmp_path: Path) -> None:
    def stop(done: int) -> None:
        if done > 20:
            raise KeyboardInterrupt

    compute(Shard(1, 1), tmp_path / "whole", 1, quiet)
    with pytest.raises(KeyboardInterrupt):
        compute(Shard(1, 1), tmp_path / "parts", 1, stop)
    with pytest.raises(UserError, match="has not all boards: --compute --shard 1/1"):
        merge(tmp_path / "parts")
    heard: list[int] = []
    compute(Shard(1, 1), tmp_path / "parts", 1, heard.append)
    assert heard[0] == 18
    assert heard[-1] == boards
    assert equal(merge(tmp_path / "parts"), merge(tmp_path / "whole"))
    compute(Shard(1, 1), tmp_path / "parts", 1, heard.append)
    assert heard[-1] == boards
    assert equal(merge(tmp_path / "parts"), merge(tmp_path / "whole"))


def test_every_board_is_in_one_shard() -> None:
    boards = [board for number in range(1, 17) for board in Shard(number, 16).boards]
    assert sorted(boards) == list(range(BOARD_RANKS))


def test_missing_and_mixed_shards_are_named(boards: int, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="has files of no shards"):
        merge(tmp_path)
    compute(Shard(2, 3), tmp_path, 1, quiet)
    with pytest.raises(UserError, match="has not all boards: --compute --shard 1/3, 3/3"):
        merge(tmp_path)
    compute(Shard(2, 2), tmp_path, 1, quiet)
    with pytest.raises(UserError, match="has files of 2 and of 3 shards"):
        merge(tmp_path)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no archive", b"boards"])
def test_a_file_that_is_none_is_named(content: bytes, tmp_path: Path) -> None:
    file = Shard(1, 1).file(tmp_path)
    file.write_bytes(content)
    with pytest.raises(UserError, match="chart-1-of-1.npz is no file of a shard"):
        merge(tmp_path)


@pytest.mark.parametrize("text", ["", "3", "0/3", "4/3", "1/0", "a/b", "1/99999", "-1/2", "1/2/3"])
def test_a_shard_is_one_of_so_many(text: str) -> None:
    with pytest.raises(UserError, match="it is n/m, as in 3/16"):
        parse_shard(text)
    assert parse_shard("3/16") == (3, 16)


def test_a_shard_from_the_command_line(
    boards: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["chart", "--compute", "--shard", "2/20", "--out", str(tmp_path), "--jobs", "1"]
    assert main(arguments) == 0
    printed = capsys.readouterr()
    assert printed.out == f"{tmp_path / 'chart-2-of-20.npz'}: all boards of shard 2/20\n"
    assert "2/2" in printed.err


def test_some_boards_are_not_taken_for_all(
    boards: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (1, 2):
        compute(Shard(number, 2), tmp_path, 1, quiet)
    assert main(["chart", "--merge", "--out", str(tmp_path)]) == 70
    assert "boards are missing" in capsys.readouterr().err
    assert not (tmp_path / "ordering.npy").exists()
