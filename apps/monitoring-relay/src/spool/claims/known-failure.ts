import type { OutcomeCount } from '#shared';
import { toReason } from '#telemetry/plain';
import { countFailed } from '../../outcomes/count-ending.ts';
import { isEmpty, noContents, type ReportContents } from '../../outcomes/report-contents.ts';
import type { KnownFailure } from '../ports/spool-queue.ts';
import type { ReportRow } from '../rows/report-row.ts';
import { parseContents } from '../rows/stored-contents.ts';
import { tallyProjectId } from '../tallies/spool-tallies.ts';

/**
 * How often processing may end while a report is claimed, before the report is kept aside. Processes are also killed by others. That the
 * same report was alone in work each time but the first, for the milliseconds that it takes, is no chance then: of seven ends
 * the first was over a whole batch. See ADR 86.
 */
export const MAX_ATTEMPTS = 7;

/** Of a row that is sound, but was claimed too often. */
export function findFailure(row: ReportRow): KnownFailure | undefined {
  if (row.attempts < MAX_ATTEMPTS) return undefined;
  const reason = `Processing crashed ${row.attempts} times while it worked on this report. See the log of the relay.`;
  return { ...fail(row, reason, 'processing'), isRetriedOnce: true };
}

/** Of a row whose body is gone or damaged. */
export function toLostBody(row: ReportRow): KnownFailure {
  const reason =
    row.segment === null
      ? 'The file with the body of this report is gone, or was cut.'
      : `The body of this report in segment ${row.segment} is gone, or damaged.`;
  return fail(row, reason, 'damaged');
}

/** Of a row whose texts cannot be read: SQLite does not notice when one has changed on the disk. */
export function toDamagedRow(row: ReportRow, error: SyntaxError): KnownFailure {
  return fail(row, `The spool is damaged: ${toReason(error)}.`, 'damaged');
}

function fail(row: ReportRow, reason: string, why: 'damaged' | 'processing'): KnownFailure {
  return { reason, outcomes: countItems(row, why) };
}

function countItems(row: ReportRow, why: 'damaged' | 'processing'): OutcomeCount[] {
  // What a damaged tally held, nobody knows.
  if (row.project_id === tallyProjectId) return [];
  const sender = {
    projectId: row.project_id,
    publicKey: row.public_key,
    atMs: row.received_at_ms,
  };
  const contents = readContents(row.contents);
  // It held something, or it would not be here.
  const known = isEmpty(contents.kept) ? { ...contents, kept: { unknown: 1 } } : contents;
  return countFailed(sender, why, known);
}

function readContents(text: string): ReportContents {
  try {
    return parseContents(text);
  } catch {
    return noContents;
  }
}
