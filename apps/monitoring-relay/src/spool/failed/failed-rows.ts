import type { OutcomeCount } from '#shared';
import type { LeftReport } from '../rows/left-report.ts';
import type { SpilledBodies } from '../bodies/spilled-bodies.ts';
import type { ClaimLimits, FailedReport, Failure } from '../ports/spool-queue.ts';
import type { SpoolFile } from '../file/spool-file.ts';
import { readStoredAddress } from '../rows/stored-address.ts';
import { formatContents, parseContents } from '../rows/stored-contents.ts';

interface ListedRow {
  readonly id: number;
  readonly origin: string;
  readonly project_id: number;
  readonly event_id: string | null;
  readonly received_at_ms: number;
  readonly reason: string;
  readonly body: Buffer;
  /** These are null of what an early version kept. */
  readonly public_key: string | null;
  readonly contents: string | null;
  readonly outcomes: string | null;
  readonly sender_address: string | null;
}

/** As a row has it. Earlier versions wrote the list alone, and had tallied it. */
interface Note {
  readonly uncounted: readonly OutcomeCount[];
}

/** The rows of failed reports, one by one. What writes is to be called within a write. */
export class FailedRows {
  private readonly statements;

  constructor(
    file: SpoolFile,
    private readonly spilled: SpilledBodies,
  ) {
    this.statements = prepareStatements(file.db);
  }

  /** Remembers, of a report that is still in the queue, what its items have ended in, and which of them failed. */
  note(id: number, { outcomes, items }: Failure): void {
    const before = parseContents(this.statements.readContents.get(id) as string);
    const failed = items ?? before.items;
    const contents = formatContents({
      kept: {},
      filtered: {},
      ...(failed ? { items: failed } : {}),
    });
    const note: Note = { uncounted: outcomes };
    this.statements.note.run(contents, JSON.stringify(note), id);
  }

  /** Oldest first, at least one when there is one, whatever its size; damaged ones and those are left out. */
  list({ maxReports, maxBytes }: ClaimLimits, exceptIds: readonly number[]): FailedReport[] {
    const found = this.statements.listIds.all(JSON.stringify(exceptIds), maxReports);
    const reports: FailedReport[] = [];
    let bytes = 0;
    for (const { id, bytes: own } of found as { id: number; bytes: number }[]) {
      bytes += own;
      if (reports.length > 0 && bytes > maxBytes) break;
      reports.push(this.toReport(this.statements.read.get(id) as ListedRow));
    }
    return reports;
  }

  /** What of a report was not counted yet. */
  findUncounted(id: number): readonly OutcomeCount[] {
    const outcomes = this.statements.findOutcomes.get(id) as string | undefined;
    const note = parseNote(outcomes ?? null);
    return note && !note.isCounted ? note.outcomes : [];
  }

  /** Undefined when it is not there, or is damaged: what says so of a row has to stay. */
  drop(id: number): LeftReport | undefined {
    const row = this.statements.findDroppable.get(id) as LeftReport | undefined;
    if (!row) return undefined;
    this.statements.drop.run(id);
    return { ...row, bytes: row.bytes + this.spilled.remove(id) };
  }

  private toReport(row: ListedRow): FailedReport {
    const inFile = this.spilled.find(row.id);
    const items = parseItems(row.contents);
    return {
      id: row.id,
      origin: row.origin,
      projectId: row.project_id,
      publicKey: row.public_key ?? '',
      ...(row.event_id === null ? {} : { eventId: row.event_id }),
      receivedAtMs: row.received_at_ms,
      ...readStoredAddress(row.sender_address),
      reason: row.reason,
      isCounted: true,
      ...parseNote(row.outcomes),
      ...(items ? { items } : {}),
      body: row.body,
      ...(inFile ? { bodyFile: this.spilled.locate(inFile) } : {}),
    };
  }
}

function parseItems(contents: string | null): readonly number[] | undefined {
  try {
    return contents === null ? undefined : parseContents(contents).items;
  } catch {
    return undefined;
  }
}

/** Undefined when there is none, or it is damaged, which SQLite does not notice of a text. */
function parseNote(
  text: string | null,
): { readonly outcomes: readonly OutcomeCount[]; readonly isCounted: boolean } | undefined {
  try {
    const note = JSON.parse(text ?? '') as Note | readonly OutcomeCount[];
    const isCounted = Array.isArray(note);
    const outcomes: unknown = isCounted ? note : (note as Note).uncounted;
    const isWhole = Array.isArray(outcomes) && outcomes.every(isCount);
    return isWhole ? { outcomes, isCounted } : undefined;
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

/** Its row is still in the queue's table. */
const DAMAGED = 'EXISTS (SELECT 1 FROM reports WHERE reports.id = failed_reports.id)';

function prepareStatements(db: SpoolFile['db']) {
  return {
    readContents: db.prepare('SELECT contents FROM reports WHERE id = ?').pluck(),
    note: db.prepare(
      `INSERT OR REPLACE INTO failures (report_id, public_key, contents, outcomes, sender_address)
       SELECT id, public_key, ?, ?, sender_address FROM reports WHERE id = ?`,
    ),
    listIds: db.prepare(
      `SELECT id, length(body) AS bytes FROM failed_reports
       WHERE NOT ${DAMAGED} AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?`,
    ),
    read: db.prepare(
      `SELECT id, origin, project_id, event_id, received_at_ms, reason, body, failures.public_key,
         failures.contents, failures.outcomes, failures.sender_address
       FROM failed_reports LEFT JOIN failures ON report_id = id WHERE id = ?`,
    ),
    findOutcomes: db.prepare('SELECT outcomes FROM failures WHERE report_id = ?').pluck(),
    findDroppable: db.prepare(
      `SELECT project_id, length(body) AS bytes FROM failed_reports WHERE id = ? AND NOT ${DAMAGED}`,
    ),
    drop: db.prepare('DELETE FROM failed_reports WHERE id = ?'),
  };
}
