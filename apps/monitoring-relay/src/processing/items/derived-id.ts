import { toHexId } from '#shared';
import type { JsonObject } from '#events';
import { deriveId, type SentReport } from '#product/recording/reports/relay';

/**
 * Returns the id of an event. The first event has the id that the relay told the sender. Other
 * events have the id that they name, or one derived from their place. Two events with the same id
 * count as one event that was sent twice.
 */
export function chooseEventId(
  report: SentReport,
  { index, event }: { readonly index: number; readonly event: JsonObject },
): string {
  const told = index === 0 ? report.eventId : undefined;
  return told ?? toHexId(event['event_id']) ?? deriveId(report, String(index));
}
