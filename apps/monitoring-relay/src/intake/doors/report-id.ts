import { randomUUID } from 'node:crypto';
import { toHexId } from '../../envelope/envelope-header.ts';
import { parseJson } from '../../envelope/parse-json.ts';

/** Of an event's own payload: for what has no header, and the rare envelope whose header names no id. */
export function readOwnId(payload: Buffer): string | undefined {
  try {
    const event = parseJson(payload.toString('utf8')) as { event_id?: unknown } | null;
    return toHexId(event?.event_id);
  } catch {
    // Processing will say what is wrong with it; the report still needs an id to be asked about.
    return undefined;
  }
}

/** For what its sender gave none. */
export function createReportId(): string {
  return randomUUID().replaceAll('-', '');
}
