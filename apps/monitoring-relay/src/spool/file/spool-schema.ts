import type { SqliteDatabase } from '#sqlite';

/** Version of the schema, stored in `user_version`. Lower versions were never released. */
const spoolVersion = 14;

/**
 * `AUTOINCREMENT` keeps an id from being used again after a delete. A copy of the file continues
 * with the same ids; the column `origin` distinguishes the reports of the copy from those of the
 * original. Reports of project 0 carry tallies (outcome counts) to the database. A report's body is
 * in the segment that its row names, or in a file that `body_files` names. Only a report with
 * tallies has its body in the row. The column `body` is last, so that reading the other columns
 * does not load it.
 */
const REPORTS = `
  CREATE TABLE identity (name TEXT NOT NULL);
  CREATE TABLE probe (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
  CREATE TABLE origins (first_id INTEGER PRIMARY KEY, origin TEXT NOT NULL UNIQUE);
  CREATE TABLE reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL,
    project_id INTEGER NOT NULL,
    public_key TEXT NOT NULL DEFAULT '',
    contents TEXT NOT NULL DEFAULT '{}',
    event_id TEXT,
    received_at_ms INTEGER NOT NULL,
    sender_address TEXT,
    -- How often it was claimed while it is in the queue, without an orderly end since.
    attempts INTEGER NOT NULL DEFAULT 0,
    segment INTEGER,
    body_offset INTEGER,
    body_bytes INTEGER,
    body_checksum INTEGER,
    body BLOB NOT NULL
  );
  CREATE INDEX reports_with_tallies ON reports (id) WHERE project_id = 0;
  CREATE TABLE body_files (
    report_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    bytes INTEGER NOT NULL
  );
`;

/**
 * Rates are null when the relay's own settings apply. Allowed origins are null when pages of every
 * origin may report. The scope is null when the key may send everything.
 */
const KEYS = `
  CREATE TABLE project_keys (
    public_key TEXT PRIMARY KEY,
    project_id INTEGER NOT NULL,
    project_slug TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    key_per_minute INTEGER,
    project_per_minute INTEGER,
    allowed_origins TEXT,
    scope TEXT
  ) WITHOUT ROWID;
`;

/** Rows name the origin that counted them, so that a copy of the file does not count them again. */
const TALLIES = `
  CREATE TABLE tallies (
    origin TEXT NOT NULL,
    project_id INTEGER NOT NULL,
    public_key TEXT NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT NOT NULL,
    kind TEXT NOT NULL,
    starts_at_ms INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    PRIMARY KEY (origin, project_id, public_key, outcome, reason, kind, starts_at_ms)
  ) WITHOUT ROWID;
`;

/**
 * Reports to be forwarded, with the same id as in `reports`. A report that is only forwarded has no
 * row in `reports`. The two rows of a report share one body, which is removed with the second row.
 */
const FORWARDS = `
  CREATE TABLE forwards (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    public_key TEXT NOT NULL,
    event_id TEXT,
    contents TEXT NOT NULL,
    received_at_ms INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    hops INTEGER NOT NULL,
    sender_address TEXT,
    segment INTEGER,
    body_offset INTEGER,
    body_bytes INTEGER,
    body_checksum INTEGER
  );
  CREATE INDEX forwards_by_project ON forwards (project_id);
`;

/** Creates the schema in a new spool. Returns false when another version created the spool. */
export function prepareSchema(db: SqliteDatabase, name: string): boolean {
  const version = db.pragma('user_version') as number;
  if (version !== 0) return version === spoolVersion;
  db.transaction(() => {
    for (const sql of [REPORTS, KEYS, TALLIES, FORWARDS]) db.exec(sql);
    db.prepare('INSERT INTO identity (name) VALUES (?)').run(name);
    db.pragma(`user_version = ${spoolVersion}`);
  });
  return true;
}

/**
 * Throws a RangeError that names the spool when this version cannot read it. Version 0 is a spool
 * whose creation was not finished.
 */
export function requireKnownSpool(spool: string, version: number): void {
  if (version === 0 || version === spoolVersion) return;
  throw new RangeError(
    version > spoolVersion
      ? `${spool} was written by a newer version of Errata: it has version ${version}, this one knows ${spoolVersion}`
      : `a development version from before 0.2.0 made ${spool}, and no release reads it: ` +
          'start with a new DATA_DIR; the old one stays unchanged',
  );
}
