"""The pages."""

from collections.abc import Callable, Sequence

from flask import Flask, render_template

from companion.errors import CompanionError
from companion.lexicon import Lexicon
from companion.match import Folded


def create_app(matches: Callable[[], Sequence[Folded]], lexicon: Lexicon) -> Flask:
    """The web application: `matches` gives every stored match, the one opened last first."""
    app = Flask(__name__)

    @app.get("/")
    def home() -> str:
        return render_template(
            "home.html", matches=[_summary(match, lexicon) for match in matches()], lexicon=lexicon
        )

    return app


def _summary(match: Folded, lexicon: Lexicon) -> dict[str, object]:
    """A match as the home page shows it: title, seats with points, or why there are none."""
    summary = {"name": match.name, "title": match.game.title, "closed": match.closed is not None}
    try:
        standings = match.standings(lexicon)
    except CompanionError as error:
        return summary | {"seats": (), "winners": (), "problem": str(error)}
    return summary | {"seats": standings.seats, "winners": standings.winners, "problem": ""}
