"""What can go wrong beyond a ValueError."""

from __future__ import annotations


class StaleWarning(UserWarning):
    """Most of a batch came too late to be learned from.

    >>> import warnings
    >>> bandit = banker.Bandit(100, seed=7)
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     bandit.tell_many(bandit.ask_many(200), losses=np.zeros(200)).stale
    167
    >>> caught[0].category
    <class 'banker.StaleWarning'>
    """

    __module__ = "banker"


class RoundError(KeyError):
    """A round that was never asked, or that is closed: told, dropped or given up before.

    >>> import banker
    >>> bandit = banker.Bandit(2, seed=1)
    >>> bandit.tell(1, loss=0)
    Traceback (most recent call last):
    banker.RoundError: unknown round 1: no round was asked yet
    """

    __module__ = "banker"  # where users find it

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""  # a KeyError would put it in quotes
