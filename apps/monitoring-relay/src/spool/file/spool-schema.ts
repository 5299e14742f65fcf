import type { SqliteDatabase } from '#sqlite';

/**
 * AUTOINCREMENT, because an id must not come back after a delete. That alone does not tell reports of
 * a file from those of its copy, which counts on from the same id: the origin does. Project 0 has the reports
 * that bring tallies to the database. What is asked of rows stands before the body, which takes many pages.
 */
const TABLES = `
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

/** Rows carry the origin that counted them, so that a copy of the file counts none of them again. */
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
  CREATE INDEX reports_with_tallies ON reports (id) WHERE project_id = 0;
`;

/** Files of the folder beside this one that have the bodies of reports whose own are empty. */
const BODY_FILES = `
  CREATE TABLE body_files (
    report_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    bytes INTEGER NOT NULL
  );
`;

/** Of keys and their projects, null as long as the relay's own settings count. */
const RATES = `
  ALTER TABLE project_keys ADD COLUMN key_per_minute INTEGER;
  ALTER TABLE project_keys ADD COLUMN project_per_minute INTEGER;
`;

/** Where the body stands that is not in the row: in which segment, from where on, how long, and its CRC-32. */
const BODY_PLACES = `
  ALTER TABLE reports ADD COLUMN segment INTEGER;
  ALTER TABLE reports ADD COLUMN body_offset INTEGER;
  ALTER TABLE reports ADD COLUMN body_bytes INTEGER;
  ALTER TABLE reports ADD COLUMN body_checksum INTEGER;
`;

/** Of a key's project, separated by spaces; null: any. */
const ORIGINS = `
  ALTER TABLE project_keys ADD COLUMN allowed_origins TEXT;
`;

/** Version 1 counted nothing. Its rows stay as they are: to write bodies anew may take a full disk too long. */
const FROM_VERSION_1 = `
  ALTER TABLE reports ADD COLUMN public_key TEXT NOT NULL DEFAULT '';
  ALTER TABLE reports ADD COLUMN contents TEXT NOT NULL DEFAULT '{}';
`;

/**
 * What the database is to know of a failed report: by which key it came, what of it is to be processed (`contents`, as in
 * `reports`), and what its items were counted as. Beside `failed_reports`, where they would stand behind the body. What
 * an earlier version kept, and damaged rows, have none.
 */
const FAILURES = `
  CREATE TABLE failures (
    report_id INTEGER PRIMARY KEY,
    public_key TEXT NOT NULL,
    contents TEXT NOT NULL,
    outcomes TEXT NOT NULL
  );
  CREATE TRIGGER failures_go AFTER DELETE ON failed_reports BEGIN
    DELETE FROM failures WHERE report_id = old.id;
  END;
`;

/**
 * Reports that are owed to another service, by the id that they have in `reports`, or would have: what is for that
 * service alone is never there. Their body is the same one, which goes when neither has a row of it.
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
    segment INTEGER,
    body_offset INTEGER,
    body_bytes INTEGER,
    body_checksum INTEGER
  );
  CREATE INDEX forwards_by_project ON forwards (project_id);
`;

/** How often a report that is owed was forwarded before; null: never. Earlier versions listed services by name. */
const HOPS = `
  ALTER TABLE forwards ADD COLUMN hops TEXT;
`;

/** IP address of who sent a report, for what asks for it of a service that takes it; null where it is not known. */
const SENDERS = `
  ALTER TABLE reports ADD COLUMN sender_address TEXT;
  ALTER TABLE failures ADD COLUMN sender_address TEXT;
  ALTER TABLE forwards ADD COLUMN sender_address TEXT;
`;

/** What a key may send; null: everything. */
const SCOPES = `
  ALTER TABLE project_keys ADD COLUMN scope TEXT;
`;

/** How often a report was claimed while it is in the queue, without an orderly end since. */
const ATTEMPTS = `
  ALTER TABLE reports ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
`;

/**
 * A failed report stays in its row until the database has it. What earlier versions kept aside becomes rows again, each with
 * what was known of its failure, in which SQLite leaves out what is damaged. Rows of reports that wait are not written: there may be
 * many, with their bodies, and no room for them.
 */
const FAILURE_IN_ROW = `
  ALTER TABLE reports ADD COLUMN failure TEXT;
  CREATE TABLE known (id INTEGER PRIMARY KEY, failure TEXT NOT NULL);
  INSERT INTO known SELECT id, json_object(
      'reason', reason,
      'outcomes', json(CASE WHEN json_valid(outcomes)
        THEN coalesce(json_extract(outcomes, '$.uncounted'), outcomes) END),
      'isCounted', json(iif(json_valid(outcomes) AND json_type(outcomes) = 'object', 'false', 'true')),
      'items', json(CASE WHEN json_valid(contents) THEN json_extract(contents, '$.items') END)
    )
    FROM failed_reports LEFT JOIN failures ON report_id = id;
  UPDATE reports SET failure = (SELECT failure FROM known WHERE known.id = reports.id)
    WHERE id IN (SELECT id FROM known);
  INSERT INTO reports (id, origin, project_id, public_key, event_id, received_at_ms, body, sender_address, failure)
    SELECT id, origin, project_id, coalesce(public_key, ''), event_id, received_at_ms, body, sender_address, failure
    FROM failed_reports JOIN known USING (id) LEFT JOIN failures ON report_id = id
    WHERE id NOT IN (SELECT id FROM reports);
  DROP TABLE known;
  DROP TABLE failures;
  DROP TABLE failed_reports;
`;

/** By the version that added each. */
const STEPS: readonly (readonly [number, string])[] = [
  [2, TALLIES],
  [3, BODY_FILES],
  [4, RATES],
  [5, BODY_PLACES],
  [6, ORIGINS],
  [7, FAILURES],
  [8, FORWARDS],
  [9, HOPS],
  [10, SENDERS],
  [11, SCOPES],
  [12, ATTEMPTS],
  [13, FAILURE_IN_ROW],
];
const VERSION = STEPS.at(-1)![0];

/**
 * Makes the tables of a new spool, named `name`, or brings those of an earlier version up to date. Returns false
 * when a newer version wrote the file.
 */
export function prepareSchema(db: SqliteDatabase, name: string): boolean {
  const version = db.pragma('user_version') as number;
  if (version > VERSION) return false;
  if (version === VERSION) return true;
  db.transaction(() => {
    if (version === 0) {
      db.exec(TABLES);
      db.prepare('INSERT INTO identity (name) VALUES (?)').run(name);
    }
    if (version === 1) db.exec(FROM_VERSION_1);
    for (const [added, sql] of STEPS) if (version < added) db.exec(sql);
    db.pragma(`user_version = ${VERSION}`);
  });
  return true;
}

/** What this version makes of a spool, and the highest that it opens. */
export const spoolVersion = VERSION;
