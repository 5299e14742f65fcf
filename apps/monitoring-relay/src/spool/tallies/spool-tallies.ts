import type { OutcomeCount } from '#shared';
import { toMinuteStart } from '../../outcomes/minute.ts';
import type { SpoolFile } from '../file/spool-file.ts';

/**
 * Rows of `tallies` that one report takes to the database, which stores them in one short
 * transaction.
 */
const ROWS_PER_REPORT = 200;
const KEY = 'origin, project_id, public_key, outcome, reason, kind, starts_at_ms';

export const tallyProjectId = 0;

interface Row {
  readonly origin: string;
  readonly project_id: number;
  readonly public_key: string;
  readonly outcome: string;
  readonly reason: string;
  readonly kind: string;
  readonly starts_at_ms: number;
  readonly quantity: number;
}

/** Outcomes of forwarded reports, added up per minute until a report takes them to the database. */
export class SpoolTallies {
  private readonly statements;

  constructor(private readonly file: SpoolFile) {
    this.statements = prepareStatements(file.db);
  }

  /** Call this inside a transaction. */
  add(counts: readonly OutcomeCount[]): void {
    const { origin } = this.file;
    for (const { projectId, publicKey, outcome, reason, kind, atMs, quantity } of counts) {
      const startsAtMs = toMinuteStart(atMs);
      const key = [origin, projectId, publicKey, outcome, reason, kind, startsAtMs];
      this.statements.add.run(...key, quantity);
    }
  }

  /**
   * Turns all tallies into reports of the origins that counted them. Call this inside a
   * transaction.
   */
  queue(): void {
    for (let rows = this.listSome(); rows.length > 0; rows = this.listSome()) {
      const { origin } = rows[0]!;
      const body = Buffer.from(JSON.stringify(rows.map(toCount)));
      const { lastInsertRowid } = this.statements.insertReport.run(origin, body);
      this.statements.keepOrigin.run(lastInsertRowid, origin);
      for (const row of rows) this.statements.remove.run(row);
    }
  }

  get areEmpty(): boolean {
    return this.statements.findAny.get() === undefined;
  }

  get areQueued(): boolean {
    return this.statements.findQueued.get() !== undefined;
  }

  /**
   * Returns rows of one origin: the oldest origin first, the current origin last. The ids of the
   * resulting reports must be in this order, because they show which origins are over.
   */
  private listSome(): Row[] {
    return this.statements.listSome.all(this.file.origin, ROWS_PER_REPORT) as Row[];
  }
}

export function parseTally(body: Buffer): OutcomeCount[] {
  return JSON.parse(body.toString('utf8')) as OutcomeCount[];
}

function toCount(row: Row): OutcomeCount {
  return {
    projectId: row.project_id,
    publicKey: row.public_key,
    outcome: row.outcome,
    reason: row.reason,
    kind: row.kind,
    atMs: row.starts_at_ms,
    quantity: row.quantity,
  } as OutcomeCount;
}

function prepareStatements(db: SpoolFile['db']) {
  return {
    add: db.prepare(
      `INSERT INTO tallies (${KEY}, quantity) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity`,
    ),
    findAny: db.prepare('SELECT 1 FROM tallies LIMIT 1'),
    findQueued: db.prepare(
      'SELECT 1 FROM reports INDEXED BY reports_with_tallies WHERE project_id = 0 LIMIT 1',
    ),
    listSome: db.prepare(
      // An origin without reports is younger than all other origins.
      `SELECT * FROM tallies WHERE origin = (
         SELECT tallies.origin FROM tallies LEFT JOIN origins USING (origin)
         ORDER BY tallies.origin = ?, origins.first_id IS NULL, origins.first_id LIMIT 1
       )
       ORDER BY ${KEY} LIMIT ?`,
    ),
    insertReport: db.prepare(
      `INSERT INTO reports (origin, project_id, received_at_ms, body)
       VALUES (?, ${tallyProjectId}, 0, ?)`,
    ),
    keepOrigin: db.prepare('INSERT OR IGNORE INTO origins (first_id, origin) VALUES (?, ?)'),
    remove: db.prepare(
      `DELETE FROM tallies WHERE origin = @origin AND project_id = @project_id
       AND public_key = @public_key AND outcome = @outcome AND reason = @reason AND kind = @kind
       AND starts_at_ms = @starts_at_ms`,
    ),
  };
}
