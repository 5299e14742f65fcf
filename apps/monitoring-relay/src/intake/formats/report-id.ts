import { toHexId } from '#shared';
import { randomUUID } from 'node:crypto';

export function findOwnId(event: Readonly<Record<string, unknown>>): string {
  return toHexId(event['event_id']) ?? createReportId();
}

export function createReportId(): string {
  return randomUUID().replaceAll('-', '');
}
