import { randomUUID } from 'node:crypto';
import { toHexId } from '../../envelope/envelope-header.ts';
import { parseJson } from '../../envelope/parse-json.ts';

/** What an event says of itself; nothing where it cannot be read. */
export interface OwnFacts {
  readonly eventId?: string | undefined;
  /** Absent of an error. */
  readonly type?: unknown;
}

/** Of an event's own payload: for what has no header, and the rare envelope whose header names no id. */
export function readOwnFacts(payload: Buffer): OwnFacts {
  try {
    const event = parseJson(payload.toString('utf8')) as Record<string, unknown> | null;
    return { eventId: toHexId(event?.['event_id']), type: event?.['type'] };
  } catch {
    // Processing will say what is wrong with it; the report still needs an id to be asked about.
    return {};
  }
}

/** For what its sender gave none. */
export function createReportId(): string {
  return randomUUID().replaceAll('-', '');
}
