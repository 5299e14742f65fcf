import type { Database } from 'better-sqlite3';

const VERSION = 1;

/**
 * AUTOINCREMENT, because an id must not come back after a delete. That alone does not tell reports of
 * a file from those of its copy, which counts on from the same id: the origin does.
 */
const TABLES = `
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
`;

/** Makes the tables of a new spool, named `name`. Returns false when a newer version wrote the file. */
export function prepareSchema(db: Database, name: string): boolean {
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version > VERSION) return false;
  if (version === 0) {
    db.transaction(() => {
      db.exec(TABLES);
      db.prepare('INSERT INTO identity (name) VALUES (?)').run(name);
      db.pragma(`user_version = ${VERSION}`);
    })();
  }
  return true;
}
