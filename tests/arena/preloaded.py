"""What the workers of the arena run on; the process that is copied for them imports this module."""

from sanssouci.arena import workers  # noqa: F401
from sanssouci.kernel import engine
from sanssouci.thinking import thinker

engine.engine()
thinker.thinker()
