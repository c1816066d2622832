"""The migrations from each schema version to the next, as SQL for SQLite and PostgreSQL. Never change a released one."""

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
    6: (
        "CREATE TABLE profiles (who VARCHAR(64) NOT NULL, name VARCHAR(80) NOT NULL, name_key VARCHAR(80) NOT NULL,"
        " language VARCHAR(8) NOT NULL, avatar VARCHAR(80) NOT NULL, public BOOLEAN NOT NULL, created FLOAT NOT NULL,"
        " recovery VARCHAR(64), mail VARCHAR(254), PRIMARY KEY (who), UNIQUE (name_key), UNIQUE (recovery))",
        "CREATE TABLE notes (who VARCHAR(64) NOT NULL, about VARCHAR(80) NOT NULL, text TEXT NOT NULL, touched FLOAT NOT NULL,"
        " PRIMARY KEY (who, about))",
        "CREATE INDEX notes_by_subject ON notes (about)",
        "CREATE TABLE saved_items (who VARCHAR(64) NOT NULL, name VARCHAR(120) NOT NULL, value TEXT NOT NULL,"
        " touched FLOAT NOT NULL, PRIMARY KEY (who, name))",
        "CREATE TABLE score_sheets (table_id VARCHAR(32) NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id),"
        " FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE)",
        "CREATE TABLE sessions (hash VARCHAR(64) NOT NULL, id VARCHAR(16) NOT NULL, who VARCHAR(64) NOT NULL,"
        " device VARCHAR(80) NOT NULL, created FLOAT NOT NULL, seen FLOAT NOT NULL, PRIMARY KEY (hash), UNIQUE (id))",
        "CREATE INDEX sessions_by_person ON sessions (who)",
        "CREATE TABLE passkeys (id VARCHAR(64) NOT NULL, who VARCHAR(64) NOT NULL, credential TEXT NOT NULL,"
        " public_key TEXT NOT NULL, counter INTEGER NOT NULL, site VARCHAR(254) NOT NULL, name VARCHAR(80) NOT NULL,"
        " created FLOAT NOT NULL, used FLOAT, PRIMARY KEY (id))",
        "CREATE INDEX passkeys_by_person ON passkeys (who)",
        "CREATE TABLE identities (issuer VARCHAR(200) NOT NULL, subject VARCHAR(200) NOT NULL, who VARCHAR(64) NOT NULL,"
        " created FLOAT NOT NULL, PRIMARY KEY (issuer, subject))",
        "CREATE INDEX identities_by_person ON identities (who)",
        "CREATE TABLE one_time (hash VARCHAR(64) NOT NULL, kind VARCHAR(16) NOT NULL, who VARCHAR(64) NOT NULL,"
        " data TEXT NOT NULL, until FLOAT NOT NULL, PRIMARY KEY (hash))",
        *(f"ALTER TABLE tables ADD COLUMN {column}" for column in ("pace TEXT", "clock TEXT", "deadline FLOAT")),
        *(f"ALTER TABLE tables ADD COLUMN {column}" for column in ("turn_since FLOAT", "rated BOOLEAN")),
        "CREATE INDEX tables_by_deadline ON tables (deadline)",
        "CREATE TABLE results (table_id VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, who VARCHAR(64) NOT NULL,"
        " game VARCHAR(32) NOT NULL, players INTEGER NOT NULL, place INTEGER NOT NULL, points FLOAT NOT NULL,"
        " how VARCHAR(8) NOT NULL, ended FLOAT NOT NULL, rated BOOLEAN NOT NULL, PRIMARY KEY (table_id, seat),"
        " FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE)",
        "CREATE INDEX results_by_person ON results (who)",
        "CREATE TABLE holidays (who VARCHAR(64) NOT NULL, since FLOAT NOT NULL, until FLOAT NOT NULL,"
        " PRIMARY KEY (who, since))",
        "CREATE TABLE listings (table_id VARCHAR(32) NOT NULL, low INTEGER, high INTEGER, created FLOAT NOT NULL,"
        " PRIMARY KEY (table_id), FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE)",
        "CREATE TABLE tickets (id VARCHAR(16) NOT NULL, who VARCHAR(64) NOT NULL, name VARCHAR(80) NOT NULL,"
        " game VARCHAR(32) NOT NULL, players INTEGER, pace VARCHAR(16) NOT NULL, rated BOOLEAN NOT NULL, rating INTEGER,"
        " low INTEGER, high INTEGER, created FLOAT NOT NULL, until FLOAT NOT NULL, table_id VARCHAR(32), PRIMARY KEY (id))",
        "CREATE INDEX tickets_by_person ON tickets (who)",
        "CREATE TABLE relations (who VARCHAR(64) NOT NULL, other VARCHAR(64) NOT NULL, kind VARCHAR(8) NOT NULL,"
        " name VARCHAR(80) NOT NULL, created FLOAT NOT NULL, PRIMARY KEY (who, other))",
        "CREATE INDEX relations_by_other ON relations (other)",
        "CREATE TABLE presence (who VARCHAR(64) NOT NULL, name VARCHAR(80) NOT NULL, seen FLOAT NOT NULL, PRIMARY KEY (who))",
        "CREATE TABLE invitations (table_id VARCHAR(32) NOT NULL, who VARCHAR(64) NOT NULL, seat INTEGER NOT NULL,"
        " host VARCHAR(64) NOT NULL, name VARCHAR(80) NOT NULL, created FLOAT NOT NULL, PRIMARY KEY (table_id, who),"
        " FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE)",
        "CREATE INDEX invitations_by_person ON invitations (who)",
        "CREATE TABLE spectator_chat (table_id VARCHAR(32) NOT NULL, number INTEGER NOT NULL, who VARCHAR(64) NOT NULL,"
        " name VARCHAR(80) NOT NULL, text TEXT NOT NULL, at FLOAT NOT NULL, PRIMARY KEY (table_id, number),"
        " FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE)",
        "CREATE TABLE moves_ahead (table_id VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, who VARCHAR(64) NOT NULL,"
        " text TEXT NOT NULL, PRIMARY KEY (table_id, seat), FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE)",
        "CREATE TABLE channels (id VARCHAR(16) NOT NULL, who VARCHAR(64) NOT NULL, kind VARCHAR(8) NOT NULL,"
        " label VARCHAR(254) NOT NULL, target TEXT NOT NULL, digest VARCHAR(64) NOT NULL, wants VARCHAR(80) NOT NULL,"
        " language VARCHAR(8) NOT NULL, site VARCHAR(220) NOT NULL, table_id VARCHAR(32), confirmed BOOLEAN NOT NULL,"
        " created FLOAT NOT NULL, next_at FLOAT NOT NULL, failures INTEGER NOT NULL, trouble VARCHAR(200) NOT NULL,"
        " owner VARCHAR(64) NOT NULL, until FLOAT NOT NULL, PRIMARY KEY (id),"
        " FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE)",
        "CREATE INDEX channels_by_person ON channels (who)",
        "CREATE INDEX channels_by_digest ON channels (digest)",
        "CREATE TABLE outbox (channel VARCHAR(16) NOT NULL, subject VARCHAR(40) NOT NULL, kind VARCHAR(12) NOT NULL,"
        " stamp FLOAT NOT NULL, about TEXT NOT NULL, due FLOAT NOT NULL, sent FLOAT, PRIMARY KEY (channel, subject),"
        " FOREIGN KEY (channel) REFERENCES channels (id) ON DELETE CASCADE)",
        "CREATE INDEX outbox_by_due ON outbox (due)",
        "CREATE TABLE server_keys (name VARCHAR(40) NOT NULL, value TEXT NOT NULL, created FLOAT NOT NULL, PRIMARY KEY (name))",
        "CREATE TABLE ratings (who VARCHAR(64) NOT NULL, game VARCHAR(32) NOT NULL, mu FLOAT NOT NULL, sigma FLOAT NOT NULL,"
        " games INTEGER NOT NULL, touched FLOAT NOT NULL, PRIMARY KEY (who, game))",
        "CREATE INDEX ratings_by_game ON ratings (game, mu)",
        "CREATE TABLE rated_games (who VARCHAR(64) NOT NULL, table_id VARCHAR(32) NOT NULL, game VARCHAR(32) NOT NULL,"
        " at FLOAT NOT NULL, before FLOAT NOT NULL, mu FLOAT NOT NULL, sigma FLOAT NOT NULL, place INTEGER NOT NULL,"
        " players INTEGER NOT NULL, points FLOAT NOT NULL, abandoned BOOLEAN NOT NULL, PRIMARY KEY (who, table_id))",
        "CREATE TABLE verdicts (table_id VARCHAR(32) NOT NULL, reason VARCHAR(20) NOT NULL, at FLOAT NOT NULL,"
        " PRIMARY KEY (table_id), FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE)",
        "CREATE TABLE seat_networks (table_id VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, mark VARCHAR(32) NOT NULL,"
        " PRIMARY KEY (table_id, seat, mark), FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE)",
        "CREATE TABLE cups (id VARCHAR(16) NOT NULL, name VARCHAR(80) NOT NULL, game VARCHAR(32) NOT NULL,"
        " options TEXT NOT NULL,"
        " pace VARCHAR(16) NOT NULL, kind VARCHAR(16) NOT NULL, size INTEGER NOT NULL, capacity INTEGER NOT NULL,"
        " rounds INTEGER NOT NULL, rated BOOLEAN NOT NULL, maker VARCHAR(64) NOT NULL, state VARCHAR(10) NOT NULL,"
        " created FLOAT NOT NULL, started FLOAT, ended FLOAT, PRIMARY KEY (id))",
        "CREATE INDEX cups_by_state ON cups (state)",
        "CREATE TABLE cup_players (cup_id VARCHAR(16) NOT NULL, number INTEGER NOT NULL, who VARCHAR(64) NOT NULL,"
        " name VARCHAR(80) NOT NULL, seed INTEGER NOT NULL, joined FLOAT NOT NULL, PRIMARY KEY (cup_id, number),"
        " FOREIGN KEY (cup_id) REFERENCES cups (id) ON DELETE CASCADE)",
        "CREATE INDEX cup_players_by_person ON cup_players (who)",
        "CREATE TABLE cup_games (cup_id VARCHAR(16) NOT NULL, round INTEGER NOT NULL, number INTEGER NOT NULL,"
        " players VARCHAR(80) NOT NULL, table_id VARCHAR(32), places VARCHAR(80), PRIMARY KEY (cup_id, round, number),"
        " FOREIGN KEY (cup_id) REFERENCES cups (id) ON DELETE CASCADE)",
        "CREATE TABLE boxes (id VARCHAR(32) NOT NULL, who VARCHAR(64) NOT NULL, game VARCHAR(32) NOT NULL,"
        " name VARCHAR(80) NOT NULL, text TEXT NOT NULL, hash VARCHAR(16) NOT NULL, problems INTEGER NOT NULL,"
        " version INTEGER NOT NULL, link VARCHAR(64), created FLOAT NOT NULL, touched FLOAT NOT NULL, PRIMARY KEY (id))",
        "CREATE INDEX boxes_by_person ON boxes (who)",
        "CREATE INDEX boxes_by_hash ON boxes (hash)",
        "CREATE TABLE box_contents (hash VARCHAR(16) NOT NULL, game VARCHAR(32) NOT NULL, text TEXT NOT NULL,"
        " touched FLOAT NOT NULL, PRIMARY KEY (hash))",
    ),
}
