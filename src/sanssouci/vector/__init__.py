"""Many games stepped together: one call a step, everything in arrays.

`Batch` does that; docs/vector.md is its guide. `observe` makes the same observation of a single view, and
`observation_fields` says what lies where in it, and `PHASES` which phase has which number.
"""

from sanssouci.vector.batch import Autoreset, Batch, RewardKind
from sanssouci.vector.fields import OBSERVATION_VERSION, PHASES, Field, observation_fields
from sanssouci.vector.saved import SavedBatch
from sanssouci.vector.single import observe, rewards_of

__all__ = [
    "OBSERVATION_VERSION",
    "PHASES",
    "Autoreset",
    "Batch",
    "Field",
    "RewardKind",
    "SavedBatch",
    "observation_fields",
    "observe",
    "rewards_of",
]
