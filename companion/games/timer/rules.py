"""Presets and house switches of the timer, as tables."""

from companion.games.record import Quick, Switch

VERSIONS = ("1.0",)
MOST_SEATS = 10
MINUTES = ("3", "1", "5", "10", "2", "7", "15", "20", "30", "45", "60")
MORE_MS = 30_000
TIMER, CLOCKS, QUIZ = "timer", "clocks", "quiz"
SWITCHES = (
    Switch("kind", (TIMER, CLOCKS, QUIZ), "one timer, a clock for each seat, or a quiz with lockout buzzers"),
    Switch("minutes", MINUTES, "how long a round lasts, or the time of each seat"),
    Switch("stop", ("hard", "advisory"), "the end of the time ends the round, or is only told"),
    Switch("increment", ("0", "1", "2", "3", "5", "10", "30"), "seconds a seat gains with each turn"),
    Switch("delay", ("0", "2", "3", "5", "10"), "seconds of each turn that cost nothing"),
    Switch("overtime", ("0", "5", "10", "20", "30", "60"), "seconds a turn when a seat's time is used up"),
    Switch(
        "early", ("ignored", "last", "out"), "who presses before the question is open: told so, last, out"
    ),
)
WAKES = {"start": Quick("3 min", {"minutes": "3"}), "buzz": Quick("Quiz buzzer", {"kind": QUIZ})}
QUICK = (
    *(Quick(f"{minutes} min", {"minutes": minutes}) for minutes in ("1", "3", "5", "10")),
    Quick("Clocks, two seats", {"kind": CLOCKS, "minutes": "10"}, ("Seat 1", "Seat 2")),
    Quick("Quiz buzzer", {"kind": QUIZ}),
)
