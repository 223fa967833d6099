"""Record: the frozen, strictly checked kind of class that everything in a trace is made of."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """Immutable, JSON both ways, and refusing unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")
