"""A user's mistake, told in one line: what is wrong, what was got, what is allowed, how to cure it."""


class Mistake(Exception):
    """Raised where input from outside is read; the command line prints it without a traceback.

    `what` is a sentence. `got`, `allowed` and `cure` are optional and are joined to it.
    `exit_code` is 2 when something was asked wrongly and 1 when the work could not be done.
    """

    def __init__(self, what: str, *, got: object = None, allowed: str = "", cure: str = "", exit_code: int = 2) -> None:
        parts = [what.rstrip(".")]
        if got is not None:
            parts.append(f"got {got!r}" if isinstance(got, str) else f"got {got}")
        if allowed:
            parts.append(f"allowed: {allowed}")
        told = "; ".join(parts)
        line = told if told.endswith("?") else f"{told}."
        super().__init__(f"{line} {cure}".strip())
        self.exit_code = exit_code
