"""What is raised when a file cannot be read or written."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """The base of all errors of this module.

    `kind` is a word for the kind of error, `format` the id of the format, `offset` the byte of the input where it was
    found, and `path` the structure of the file, outermost first, such as `NODE[0] > MESH`.
    """

    kind: str
    format: str | None
    offset: int | None
    path: str

    def __init__(
        self,
        message: str,
        *,
        kind: str = "other",
        format: str | None = None,
        offset: int | None = None,
        path: str = "",
        **further: Any,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.format = format
        self.offset = offset
        self.path = path
        self._further = further
        for name, value in further.items():
            setattr(self, name, value)

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        about = {"kind": self.kind, "format": self.format, "offset": self.offset, "path": self.path, **self._further}
        return _restore, (type(self), self.message, about)


def _restore(kind: type[Error], message: str, about: dict[str, Any]) -> Error:
    return kind(message, **about)


class TruncatedError(Error, ValueError):
    """The input ends inside a structure."""


class BadValueError(Error, ValueError):
    """A value is not what the format allows."""


class UnsupportedError(Error):
    """The format or version is known by name and not supported."""


class UnknownFormatError(Error, ValueError):
    """No format recognises the input."""


class LimitError(Error):
    """A limit of the caller is exceeded."""


class GrowthError(Error):
    """What is made of the input would be far larger than the input."""


class UnrepresentableError(Error, ValueError):
    """The scene holds something that the format cannot hold even approximately."""


class InvalidSceneError(Error, ValueError):
    """A scene that was built breaks the rules of scenes."""


class DeniedError(Error):
    """Something was found that the caller has denied; `code` is the code of the diagnostic."""

    code: str


class FileError(Error, OSError):
    """A file could not be read or written; `filename` and `errno` are those of the system."""


class MissingFileError(FileError, FileNotFoundError):
    """There is no such file."""


class ExistingFileError(FileError, FileExistsError):
    """A file is there and may not be replaced."""
