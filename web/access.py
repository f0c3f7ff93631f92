"""Who may do what: viewers look, a seat acts for itself, the host for all; keys and tokens for it."""

import hashlib
import hmac
import ipaddress
from base64 import b32encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from companion.errors import CompanionError

FREE_TRIES = 5
FIRST_WAIT_S = 30
LONGEST_WAIT_S = 600


class Outside(NamedTuple):
    """What the pages know of the world: the secret that cookies are signed with, the configured host, this
    machine's name, the address other devices reach it by (empty: they do not), and a monotonic clock."""

    secret: bytes
    host: str
    machine: str
    reached_at: Callable[[], str]
    now_s: Callable[[], float]


class AccessError(CompanionError, PermissionError):
    """Somebody asked for what only another may do."""


class TooManyTriesError(CompanionError, PermissionError):
    """The host key was guessed too often; `wait_s` says for how long nothing is tried."""

    def __init__(self, message: str, wait_s: int) -> None:
        super().__init__(message)
        self.wait_s = wait_s


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whoever looks; may change nothing."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The person at one seat of the match that is played."""

    seat: int


@dataclass(frozen=True, slots=True)
class Host:
    """Whoever sits at this machine, or typed the host key."""


Role = Viewer | Seated | Host


def may_act(role: Role, seat: int | None) -> bool:
    """Whether a role may do what belongs to a seat, or (None) to the host."""
    match role:
        case Host():
            return True
        case Seated(own):
            return seat is not None and seat == own
        case _:
            return False


def who(role: Role) -> str:
    """How an entry names the person who made it."""
    return f"seat {role.seat}" if isinstance(role, Seated) else "host"


def is_loopback(address: str | None) -> bool:
    try:
        return ipaddress.ip_address(address or "").is_loopback
    except ValueError:
        return False


def is_known_host(header: str, outside: Outside) -> bool:
    """Whether a Host header names this machine: any other name would let foreign pages act for a visitor."""
    name = header.strip().lower()
    name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
    machine = outside.machine.lower()
    if name in {"localhost", outside.host.lower(), machine, f"{machine}.local"} - {""}:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def host_key(secret: bytes) -> str:
    """The six digits that make another device a host."""
    return f"{int.from_bytes(_proof(secret, 'host key')[:8], 'big') % 1_000_000:06d}"


def seat_token(secret: bytes, match: str, seat: int) -> str:
    """What only the person at this seat of this match is given, in small letters and digits."""
    return b32encode(_proof(secret, f"seat {seat} of {match}")[:15]).decode().lower()


def seat_of(token: str, secret: bytes, match: str, seats: tuple[int, ...]) -> int | None:
    """The seat that a token is for, None when it is for none of them."""
    fits = [
        seat
        for seat in seats
        if hmac.compare_digest(token.encode(), seat_token(secret, match, seat).encode())
    ]
    return fits[0] if fits else None


def _proof(secret: bytes, about: str) -> bytes:
    return hmac.digest(secret, about.encode(), hashlib.sha256)


class KeyGate:
    """Tries of the host key: after five wrong ones in a row each costs a wait, longer every time."""

    def __init__(self, key: str, now_s: Callable[[], float]) -> None:
        self._key, self._now_s = key, now_s
        self._wrong, self._closed_until_s = 0, 0.0

    def fits(self, tried: str) -> bool:
        """Whether it is the key; TooManyTriesError while nothing is tried."""
        wait_s = self._closed_until_s - self._now_s()
        if wait_s > 0:
            raise TooManyTriesError(
                f"too many wrong keys: try again in {int(wait_s) + 1} seconds", int(wait_s) + 1
            )
        if hmac.compare_digest(tried.encode(), self._key.encode()):
            self._wrong = 0
            return True
        self._wrong += 1
        if self._wrong >= FREE_TRIES:
            doubled = FIRST_WAIT_S * 2 ** min(self._wrong - FREE_TRIES, 10)
            self._closed_until_s = self._now_s() + min(doubled, LONGEST_WAIT_S)
        return False
