import type { ReportIdentity } from '#shared';
import { hash } from 'node:crypto';

/**
 * Derives an id from a place in a report. The id is always the same, so a report that is processed
 * again after a crash is recognised.
 */
export function deriveId({ origin, id }: ReportIdentity, place: string): string {
  return hash('sha256', `${origin} ${id} ${place}`).slice(0, 32);
}
