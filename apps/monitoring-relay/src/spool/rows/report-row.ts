import { PLACE_COLUMNS, type PlaceColumns } from './place-columns.ts';
import type { SpooledReport } from '../ports/spool-queue.ts';
import { parseTally, tallyProjectId } from '../tallies/spool-tallies.ts';
import { readStoredAddress } from './stored-address.ts';
import { parseContents } from './stored-contents.ts';

export interface ReportRow extends PlaceColumns {
  readonly id: number;
  readonly origin: string;
  readonly project_id: number;
  readonly public_key: string;
  readonly contents: string;
  readonly event_id: string | null;
  readonly received_at_ms: number;
  readonly sender_address: string | null;
  readonly attempts: number;
  readonly body: Buffer;
}

export const REPORT_FACTS =
  'origin, project_id, public_key, contents, event_id, received_at_ms, sender_address';
export const REPORT_COLUMNS = `${REPORT_FACTS}, body, ${PLACE_COLUMNS}`;
/** SQL for the size of a body in its row or segment. `length(body)` does not load the blob. */
export const BODY_BYTES = 'coalesce(body_bytes, length(body))';

/** Throws a SyntaxError when JSON in the row is damaged. */
export function toReport(row: ReportRow, body: Buffer): SpooledReport {
  const { request, ...contents } = parseContents(row.contents);
  return {
    ...toFacts(row, body),
    contents,
    ...(request === undefined ? {} : { request }),
    ...(row.attempts === 0 ? {} : { attempts: row.attempts }),
    ...(row.project_id === tallyProjectId ? { tally: parseTally(body) } : {}),
  };
}

/** Returns the fields that need no parsing. They exist even for a damaged row. */
export function toFacts(row: ReportRow, body: Buffer): Omit<SpooledReport, 'contents'> {
  return {
    origin: row.origin,
    id: row.id,
    projectId: row.project_id,
    publicKey: row.public_key,
    eventId: row.event_id ?? undefined,
    receivedAtMs: row.received_at_ms,
    ...readStoredAddress(row.sender_address),
    body,
  };
}
