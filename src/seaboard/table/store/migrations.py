"""From each schema to the next, as SQL that SQLite and PostgreSQL both read. A released one is never changed again."""

from collections.abc import Sequence

MIGRATIONS: dict[int, Sequence[str]] = {
    1: (
        "CREATE TABLE sanctions (who VARCHAR(64) NOT NULL, kind VARCHAR(8) NOT NULL, until FLOAT NOT NULL,"
        " reason TEXT NOT NULL, PRIMARY KEY (who, kind))",
        "CREATE TABLE reports (id VARCHAR(16) NOT NULL, table_id VARCHAR(32) NOT NULL, event INTEGER, reason TEXT NOT NULL,"
        " reporter VARCHAR(64) NOT NULL, at FLOAT NOT NULL, settled BOOLEAN NOT NULL, PRIMARY KEY (id),"
        " FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE)",
    ),
    2: (
        "CREATE TABLE reviews (table_id VARCHAR(32) NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id),"
        " FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE)",
        "ALTER TABLE tables ADD COLUMN position TEXT",
    ),
    3: (
        "CREATE TABLE studies (id VARCHAR(32) NOT NULL, maker VARCHAR(64) NOT NULL, title VARCHAR(80) NOT NULL,"
        " text TEXT NOT NULL, version INTEGER NOT NULL, source VARCHAR(32) NOT NULL, created FLOAT NOT NULL,"
        " touched FLOAT NOT NULL, PRIMARY KEY (id))",
        "CREATE INDEX studies_by_maker ON studies (maker)",
        "CREATE TABLE study_keys (hash VARCHAR(64) NOT NULL, study_id VARCHAR(32) NOT NULL, kind VARCHAR(8) NOT NULL,"
        " PRIMARY KEY (hash), FOREIGN KEY (study_id) REFERENCES studies (id) ON DELETE CASCADE)",
    ),
    4: (
        "ALTER TABLE reviews ADD COLUMN record VARCHAR(64)",
        "CREATE INDEX reviews_by_record ON reviews (record)",
        "ALTER TABLE claims ADD COLUMN seconds FLOAT",
        "ALTER TABLE tables ADD COLUMN promise TEXT",
    ),
    5: (
        "CREATE TABLE tokens (hash VARCHAR(64) NOT NULL, id VARCHAR(16) NOT NULL, owner VARCHAR(64) NOT NULL,"
        " account VARCHAR(64) NOT NULL, name VARCHAR(80) NOT NULL, bot BOOLEAN NOT NULL, scopes VARCHAR(200) NOT NULL,"
        " created FLOAT NOT NULL, until FLOAT, PRIMARY KEY (hash), UNIQUE (id))",
        "CREATE INDEX tokens_by_owner ON tokens (owner)",
    ),
}
