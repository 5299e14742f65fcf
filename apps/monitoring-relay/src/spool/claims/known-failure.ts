import type { OutcomeCount } from '#shared';
import { toReason } from '#telemetry/plain';
import { countFailed } from '../../outcomes/count-ending.ts';
import { isEmpty, noContents, type ReportContents } from '../../outcomes/report-contents.ts';
import type { KnownFailure } from '../ports/spool-queue.ts';
import type { ReportRow } from '../rows/report-row.ts';
import { parseContents } from '../rows/stored-contents.ts';
import { tallyProjectId } from '../tallies/spool-tallies.ts';

/**
 * A report becomes a failed report after processing has crashed this often while the report was
 * claimed. A crash may have another cause. After the first crash the report is processed alone,
 * which takes milliseconds. Six more crashes within these milliseconds cannot be chance.
 */
export const MAX_ATTEMPTS = 7;
/**
 * A thread that hangs, throws or lacks memory, in a process that lives on, counts as this many
 * further attempts. The report that stops it twice, the second time alone, becomes a failed report.
 */
export const STOP_ATTEMPTS = 3;

export function findFailure(row: ReportRow): KnownFailure | undefined {
  if (row.attempts < MAX_ATTEMPTS) return undefined;
  const reason =
    'Processing crashed again and again while it worked on this report. See the log of the relay.';
  return { ...fail(row, reason, 'processing'), isRetriedOnce: true };
}

export function toLostBody(row: ReportRow): KnownFailure {
  const reason =
    row.segment === null
      ? 'The file with the body of this report is gone, or was cut.'
      : `The body of this report in segment ${row.segment} is gone, or damaged.`;
  return fail(row, reason, 'damaged');
}

/**
 * Describes a row whose JSON cannot be parsed. SQLite does not notice when a text has changed on
 * the disk.
 */
export function toDamagedRow(row: ReportRow, error: SyntaxError): KnownFailure {
  return fail(row, `The spool is damaged: ${toReason(error)}.`, 'damaged');
}

function fail(row: ReportRow, reason: string, why: 'damaged' | 'processing'): KnownFailure {
  return { reason, outcomes: countItems(row, why) };
}

function countItems(row: ReportRow, why: 'damaged' | 'processing'): OutcomeCount[] {
  if (row.project_id === tallyProjectId) return [];
  const sender = {
    projectId: row.project_id,
    publicKey: row.public_key,
    atMs: row.received_at_ms,
  };
  const contents = readContents(row.contents);
  // Contents without kept items must be damaged, and count as one unknown item.
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
