"""The errors that Companion raises, each also the builtin error that a caller would expect."""


class CompanionError(Exception):
    """Base of all errors that carry a sentence for the person at the table."""


class UnreadableError(CompanionError, ValueError):
    """A text or file that is not in the form it should have: what, where, what to do."""


class RuleError(CompanionError, ValueError):
    """An event that the rules do not allow now; `rule` names the ruling, as in "WK-11"."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.rule = rule


class JournalError(CompanionError, OSError):
    """A journal that cannot be opened, read or written; nothing in it was changed."""


class CameraError(CompanionError, OSError):
    """A camera that cannot be opened or gives no picture: which one, and what to do."""


class PanelError(CompanionError, OSError):
    """Buttons that cannot be used: which pin, and why."""


class SettingError(CompanionError, ValueError):
    """A setting with an unknown name or a value that it cannot have."""
