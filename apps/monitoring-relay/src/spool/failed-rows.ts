import { createReadStream } from 'node:fs';
import type { OutcomeCount } from '#shared';
import type { KindCounts, ReportContents } from '../outcomes/report-contents.ts';
import type { LeftReport } from './rows/left-report.ts';
import type { SpilledBodies } from './bodies/spilled-bodies.ts';
import type { FailedReport } from './ports/spool-operation.ts';
import type { Failure } from './ports/spool-queue.ts';
import type { SpoolFile } from './file/spool-file.ts';
import { type SpoolTallies, tallyProjectId } from './tallies/spool-tallies.ts';
import { formatContents, parseContents } from './rows/stored-contents.ts';

interface ListedRow {
  readonly id: number;
  readonly project_id: number;
  readonly event_id: string | null;
  readonly received_at_ms: number;
  readonly reason: string;
  readonly bytes: number;
  /** 0 or 1. */
  readonly is_noted: number;
  /** 0 or 1. */
  readonly is_damaged: number;
}

interface NotedRow extends LeftReport {
  readonly contents: string;
  readonly outcomes: string;
}

/** The rows of failed reports, one by one. What writes is to be called within a write. */
export class FailedRows {
  private readonly statements;

  constructor(
    private readonly file: SpoolFile,
    private readonly parts: {
      readonly tallies: SpoolTallies;
      readonly spilled: SpilledBodies;
    },
  ) {
    this.statements = prepareStatements(file.db);
  }

  /** Remembers, of a report that is still in the queue, what it takes to try it again. */
  note(id: number, { outcomes, items }: Failure): void {
    const before = parseContents(this.statements.readContents.get(id) as string);
    const failed = outcomes.filter(({ outcome }) => outcome === 'failed');
    const left = toLeftContents(failed, items ?? before.items);
    this.statements.note.run(formatContents(left), JSON.stringify(failed), id);
  }

  list(): FailedReport[] {
    return (this.statements.list.all() as ListedRow[]).map((row) => ({
      id: row.id,
      projectId: row.project_id,
      ...(row.event_id === null ? {} : { eventId: row.event_id }),
      receivedAtMs: row.received_at_ms,
      reason: row.reason,
      bytes: row.bytes + (this.parts.spilled.find(row.id)?.bytes ?? 0),
      kind: toKind(row),
      isRetryable: row.is_noted === 1,
    }));
  }

  read(id: number): AsyncIterable<Buffer> | undefined {
    const body = this.statements.readBody.get(id) as Buffer | undefined;
    if (!body) return undefined;
    const spilled = this.parts.spilled.find(id);
    return spilled ? createReadStream(this.parts.spilled.locate(spilled)) : yieldOnce(body);
  }

  /**
   * Makes a new report of it, at the end of the queue: its earlier identity may be forgotten by the database, or be that
   * of what was recorded of it. Undefined when it is not there, or not known well enough.
   */
  retry(id: number): LeftReport | undefined {
    const row = this.statements.findNoted.get(id) as NotedRow | undefined;
    const outcomes = row && parseNote(row);
    if (!outcomes) return undefined;
    const { origin } = this.file;
    const newId = this.statements.queue.run(origin, id).lastInsertRowid;
    this.statements.keepOrigin.run(newId, origin);
    const inFile = this.parts.spilled.find(id)?.bytes ?? 0;
    this.parts.spilled.share(id, newId);
    this.parts.tallies.add(takeBack(outcomes));
    this.statements.drop.run(id);
    this.parts.spilled.remove(id);
    return { project_id: row.project_id, bytes: row.bytes + inFile };
  }

  /** Undefined when it is not there, or is damaged: what says so of a row has to stay. */
  discard(id: number): LeftReport | undefined {
    const row = this.statements.findDroppable.get(id) as LeftReport | undefined;
    if (!row) return undefined;
    this.statements.drop.run(id);
    return { ...row, bytes: row.bytes + this.parts.spilled.remove(id) };
  }
}

/** What is kept of it is what failed: the others have been counted. */
function toLeftContents(
  failed: readonly OutcomeCount[],
  items: readonly number[] | undefined,
): ReportContents {
  const kept: { -readonly [Kind in keyof KindCounts]: KindCounts[Kind] } = {};
  for (const { kind, quantity } of failed) kept[kind] = (kept[kind] ?? 0) + quantity;
  return { kept, filtered: {}, ...(items ? { items } : {}) };
}

/** What it was counted as. Undefined when the note is damaged, which SQLite does not notice of a text. */
function parseNote({ contents, outcomes }: NotedRow): OutcomeCount[] | undefined {
  try {
    parseContents(contents);
    const counts: unknown = JSON.parse(outcomes);
    return Array.isArray(counts) && counts.every(isCount) ? counts : undefined;
  } catch {
    return undefined;
  }
}

/** As `OutcomeCount` has it; whether its names are known ones is asked by who counts. */
function isCount(value: unknown): value is OutcomeCount {
  const { projectId, publicKey, outcome, reason, kind, atMs, quantity } = Object(value) as Record<
    string,
    unknown
  >;
  return (
    [projectId, atMs, quantity].every(Number.isSafeInteger) &&
    [publicKey, outcome, reason, kind].every((name) => typeof name === 'string')
  );
}

/** Counts that make it as if these had never been counted. */
function takeBack(counts: readonly OutcomeCount[]): OutcomeCount[] {
  return counts.map((count) => ({ ...count, quantity: -count.quantity }));
}

function toKind({ is_damaged: isDamaged, project_id: projectId }: ListedRow): FailedReport['kind'] {
  if (isDamaged === 1) return 'damaged';
  return projectId === tallyProjectId ? 'tally' : 'report';
}

async function* yieldOnce(body: Buffer): AsyncGenerator<Buffer> {
  yield body;
}

/** Its row is still in the queue's table. */
const DAMAGED = 'EXISTS (SELECT 1 FROM reports WHERE reports.id = failed_reports.id)';

function prepareStatements(db: SpoolFile['db']) {
  return {
    readContents: db.prepare('SELECT contents FROM reports WHERE id = ?').pluck(),
    note: db.prepare(
      `INSERT OR REPLACE INTO failures (report_id, public_key, contents, outcomes, sender_address)
       SELECT id, public_key, ?, ?, sender_address FROM reports WHERE id = ?`,
    ),
    list: db.prepare(
      `SELECT id, project_id, event_id, received_at_ms, reason, length(body) AS bytes,
         EXISTS (SELECT 1 FROM failures WHERE report_id = id) AS is_noted, ${DAMAGED} AS is_damaged
       FROM failed_reports`,
    ),
    readBody: db.prepare(`SELECT body FROM failed_reports WHERE id = ? AND NOT ${DAMAGED}`).pluck(),
    findNoted: db.prepare(
      `SELECT project_id, length(body) AS bytes, failures.contents, failures.outcomes
       FROM failed_reports JOIN failures ON report_id = id WHERE id = ?`,
    ),
    queue: db.prepare(
      `INSERT INTO reports
         (origin, project_id, public_key, contents, event_id, received_at_ms, body, sender_address)
       SELECT ?, project_id, failures.public_key, failures.contents, event_id, received_at_ms, body,
         sender_address
       FROM failed_reports JOIN failures ON report_id = id WHERE id = ?`,
    ),
    keepOrigin: db.prepare('INSERT OR IGNORE INTO origins (first_id, origin) VALUES (?, ?)'),
    findDroppable: db.prepare(
      `SELECT project_id, length(body) AS bytes FROM failed_reports WHERE id = ? AND NOT ${DAMAGED}`,
    ),
    drop: db.prepare('DELETE FROM failed_reports WHERE id = ?'),
  };
}
