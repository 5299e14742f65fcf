import { hash } from 'node:crypto';
import { toHexId } from '#shared';
import type { JsonObject } from '#events';
import type { SpooledReport } from '../../spool/ports/spool-queue.ts';

/** Makes the same id of the same place in the same report each time, so that one processed again after a crash is recognised. */
export function deriveId({ origin, id }: SpooledReport, place: string): string {
  return hash('sha256', `${origin} ${id} ${place}`).slice(0, 32);
}

/**
 * The first event has the id its sender was told; further ones their own, or one made of where they
 * stand. Two with one id are one event sent twice.
 */
export function chooseEventId(
  report: SpooledReport,
  { index, event }: { readonly index: number; readonly event: JsonObject },
): string {
  const id = index === 0 ? report.eventId : toHexId(event['event_id']);
  return id ?? deriveId(report, String(index));
}
