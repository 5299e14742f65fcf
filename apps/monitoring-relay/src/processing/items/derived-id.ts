import { hash } from 'node:crypto';
import { toHexId } from '#shared';
import type { JsonObject } from '#events';
import type { SpooledReport } from '../../spool/ports/spool-queue.ts';

/**
 * Derives an id from a place in a report. The id is always the same, so a report that is processed
 * again after a crash is recognised.
 */
export function deriveId({ origin, id }: SpooledReport, place: string): string {
  return hash('sha256', `${origin} ${id} ${place}`).slice(0, 32);
}

/**
 * Returns the id of an event. The first event has the id that the relay told the sender. Later
 * events have the id that they name, or one derived from their place. Two events with the same id
 * count as one event that was sent twice.
 */
export function chooseEventId(
  report: SpooledReport,
  { index, event }: { readonly index: number; readonly event: JsonObject },
): string {
  const id = index === 0 ? report.eventId : toHexId(event['event_id']);
  return id ?? deriveId(report, String(index));
}
