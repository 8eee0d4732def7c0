"""Files that are there whole, or as they were."""

from __future__ import annotations

import os
import tempfile
from os import PathLike
from typing import Union


def write_whole(path: Union[str, PathLike[str]], content: bytes) -> None:
    """Writes beside the file and renames: a crash leaves the old file or the new one, never half of it."""
    folder = os.path.dirname(os.path.abspath(path))
    handle, beside = tempfile.mkstemp(dir=folder, prefix=".banker-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise
