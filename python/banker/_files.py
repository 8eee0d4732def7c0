"""Files that are there whole, or as they were."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterable
from os import PathLike
from typing import Union


def write_whole(path: Union[str, PathLike[str]], content: Union[bytes, Iterable[bytes]]) -> None:
    """Writes beside the file and renames: a crash leaves the old file or the new one, never half of it."""
    path = os.path.realpath(path)  # a link stays a link
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(f"{path} is no plain file: name one, and it is written there")
    beside = f"{path}.{secrets.token_hex(4)}.new"
    try:
        with open(beside, "xb") as file:
            file.writelines([content] if isinstance(content, bytes) else content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(beside)
        raise
