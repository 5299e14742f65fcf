import type { BodyPlace } from './segments/body-place.ts';
import type { SpooledReport } from './spool.ts';
import { parseTally, tallyProjectId } from './spool-tallies.ts';
import { parseContents } from './stored-contents.ts';

/** Columns that say where a body stands: all of them null where it is in the row, or in a file of its own. */
export interface PlaceColumns {
  readonly segment: number | null;
  readonly body_offset: number | null;
  readonly body_bytes: number | null;
  readonly body_checksum: number | null;
}

export interface ReportRow extends PlaceColumns {
  readonly id: number;
  readonly origin: string;
  readonly project_id: number;
  readonly public_key: string;
  readonly contents: string;
  readonly event_id: string | null;
  readonly received_at_ms: number;
  /** Empty where the body is elsewhere. */
  readonly body: Buffer;
}

/** Of `reports`, without the damaged rows, which stay in the table. */
export const QUEUED =
  'NOT EXISTS (SELECT 1 FROM failed_reports WHERE failed_reports.id = reports.id)';
export const PLACE_COLUMNS = 'segment, body_offset, body_bytes, body_checksum';
export const REPORT_FACTS = 'origin, project_id, public_key, contents, event_id, received_at_ms';
export const REPORT_COLUMNS = `${REPORT_FACTS}, body, ${PLACE_COLUMNS}`;
/** Of a body in its row or in a segment; asked for without reading it. */
export const BODY_BYTES = 'coalesce(body_bytes, length(body))';

/** In the order of the columns. */
export function toPlaceColumns(place: BodyPlace | undefined): (number | null)[] {
  if (!place) return [null, null, null, null];
  return [place.segment, place.offset, place.bytes, place.checksum];
}

export function findPlace(columns: PlaceColumns): BodyPlace | undefined {
  const { segment, body_offset, body_bytes, body_checksum } = columns;
  if (segment === null) return undefined;
  return { segment, offset: body_offset!, bytes: body_bytes!, checksum: body_checksum! };
}

export function toReport(row: ReportRow, body: Buffer): SpooledReport {
  return {
    origin: row.origin,
    id: row.id,
    projectId: row.project_id,
    publicKey: row.public_key,
    ...(row.event_id === null ? {} : { eventId: row.event_id }),
    receivedAtMs: row.received_at_ms,
    contents: parseContents(row.contents),
    body,
    ...(row.project_id === tallyProjectId ? { tally: parseTally(body) } : {}),
  };
}
