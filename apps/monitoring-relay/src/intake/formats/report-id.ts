import { toHexId } from '#shared';
import { randomUUID } from 'node:crypto';

/** Of an event: for what has no header, and the rare envelope whose header names no id. */
export function findOwnId(event: Readonly<Record<string, unknown>>): string {
  return toHexId(event['event_id']) ?? createReportId();
}

/** For what its sender gave none. */
export function createReportId(): string {
  return randomUUID().replaceAll('-', '');
}
