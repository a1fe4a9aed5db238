"""The names that `omaha8` gives to a program that imports it."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

import omaha8


def test_every_name_is_there_and_is_the_one_its_module_has() -> None:
    for name in omaha8.__all__:
        home = import_module(f"omaha8.{omaha8._HOME_OF[name]}")
        assert getattr(omaha8, name) is getattr(home, name)


def test_type_checkers_see_the_same_names() -> None:
    source = ast.parse(Path(omaha8.__file__).read_text(encoding="utf-8"))
    typed = {
        alias.name
        for branch in source.body
        if isinstance(branch, ast.If)
        for imported in branch.body
        if isinstance(imported, ast.ImportFrom)
        for alias in imported.names
    }
    assert typed == set(omaha8.__all__)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_thing"):
        getattr(omaha8, "no_such" + "_thing")
