"""Open SQLite databases."""

import sqlite3
from contextlib import closing, contextmanager


@contextmanager
def database(path, **options):
    """Yield a connection; at the end commit, or roll back after an error, and close it."""
    with closing(sqlite3.connect(path, **options)) as db, db:
        yield db
