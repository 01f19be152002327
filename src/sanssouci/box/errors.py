"""The base class of this library's errors, and the error that a faulty box raises."""


class SanssouciError(ValueError):
    """The base class of everything that this library refuses."""


class BoxError(SanssouciError):
    """A box cannot be used; the text is one line with the source, the key and the fault."""

    def __init__(self, source: str, key: str, fault: str) -> None:
        super().__init__(source, key, fault)
        self.source = source
        self.key = key
        self.fault = fault

    def __str__(self) -> str:
        line = f"{self.source}: {self.key}: {self.fault}"
        # Names of files and keys come from outside: nothing in them may break the line or confuse the terminal.
        return "".join(sign if sign.isprintable() else "?" for sign in line)
