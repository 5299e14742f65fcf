import { createStores } from '#product';
import { explainPayload } from '#product/recording/artifacts/relay';
import { isEventId } from '#shared';
import type { BackupSource } from '../backup/required-data.ts';
import { withDatabase } from '../backup/with-database.ts';

/**
 * Explains why frames of an event have no original places, in the same words as the event's page.
 * Rejects with a RangeError when no payload of the event is stored.
 */
export async function explainEvent(place: BackupSource, eventId: string): Promise<string[]> {
  if (!isEventId(eventId)) throw new RangeError(`${eventId} is not the id of an event`);
  return withDatabase(place, async (database) => {
    const { finding, events, nearMisses } = createStores(database);
    const quote = { by: 'id', text: eventId } as const;
    const [found] = await finding.findEvents(quote, { scope: 'all', limit: 1 });
    const stored = found && (await events.find(found.issueId, eventId));
    if (!stored?.payload) throw new RangeError(`no event ${eventId} is stored whole`);
    return explainPayload(stored.payload.json, nearMisses);
  });
}
