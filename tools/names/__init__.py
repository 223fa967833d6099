"""Who is who in a book: characters and their other names, by rules, in English and Chinese."""

from tools.names.characters import Alias, Character
from tools.names.table import NameTable, name_table

__all__ = ["Alias", "Character", "NameTable", "name_table"]
