"""The pages."""

from collections.abc import Callable, Sequence

from flask import Flask, render_template

from companion.errors import CompanionError
from companion.fold import Folded, Unfolded
from companion.lexicon import Lexicon


def create_app(matches: Callable[[], Sequence[Folded | Unfolded]], lexicon: Lexicon) -> Flask:
    """The web application: `matches` gives every stored match, the one opened last first."""
    app = Flask(__name__)

    @app.get("/")
    def home() -> str:
        return render_template(
            "home.html", matches=[_summary(match, lexicon) for match in matches()], lexicon=lexicon
        )

    return app


def _summary(match: Folded | Unfolded, lexicon: Lexicon) -> dict[str, object]:
    """A match as the home page shows it: title, seats with points, or why there are none."""
    if isinstance(match, Unfolded):
        return {"name": match.name, "title": "Match", "problem": match.problem}
    summary = {"name": match.name, "title": match.game.title, "closed": match.closed is not None}
    try:
        standings = match.standings(lexicon)
    except CompanionError as error:
        return summary | {"problem": str(error)}
    return summary | {"seats": standings.seats, "winners": standings.winners}
