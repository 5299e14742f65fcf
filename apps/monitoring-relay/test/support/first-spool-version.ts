/** A spool as version 1 of its schema made it, in SQL. */
export const firstSpoolVersion = `
  PRAGMA page_size = 8192;
  PRAGMA auto_vacuum = INCREMENTAL;
  CREATE TABLE identity (name TEXT NOT NULL);
  CREATE TABLE probe (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
  CREATE TABLE origins (first_id INTEGER PRIMARY KEY, origin TEXT NOT NULL UNIQUE);
  CREATE TABLE reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL,
    project_id INTEGER NOT NULL,
    event_id TEXT,
    received_at_ms INTEGER NOT NULL,
    body BLOB NOT NULL
  );
  CREATE TABLE failed_reports (
    id INTEGER PRIMARY KEY,
    origin TEXT NOT NULL,
    project_id INTEGER NOT NULL,
    event_id TEXT,
    received_at_ms INTEGER NOT NULL,
    reason TEXT NOT NULL,
    body BLOB NOT NULL
  );
  CREATE TABLE project_keys (
    public_key TEXT PRIMARY KEY,
    project_id INTEGER NOT NULL,
    project_slug TEXT NOT NULL,
    enabled INTEGER NOT NULL
  ) WITHOUT ROWID;
  INSERT INTO identity (name) VALUES ('old');
  PRAGMA user_version = 1;
`;
