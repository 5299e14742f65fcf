import { readPayload } from '#events';
import { createStores, type Stores } from '#product';
import { listMissedFiles } from '#product/recording/artifacts/rules';
import { isEventId } from '#shared';
import type { BackupSource } from '../backup/required-data.ts';
import { withDatabase } from '../backup/with-database.ts';

/** Says why frames of an event have no original places, as its page does. Rejects with a RangeError for an event that is not there. */
export async function explainEvent(place: BackupSource, eventId: string): Promise<string[]> {
  if (!isEventId(eventId)) throw new RangeError(`${eventId} is not the id of an event`);
  return withDatabase(place, (database) => explainIn(createStores(database), eventId));
}

async function explainIn(stores: Stores, eventId: string): Promise<string[]> {
  const quote = { by: 'id', text: eventId } as const;
  const [found] = await stores.finding.findEvents(quote, { scope: 'all', limit: 1 });
  const stored = found && (await stores.events.find(found.issueId, eventId));
  if (!stored?.payload) throw new RangeError(`no event ${eventId} is stored whole`);
  const event = readPayload(stored.payload.json);
  if (!event.mapping) {
    return [
      'No source map was asked for this event: it has no frames of JavaScript, or its project has no uploads.',
    ];
  }
  const { mapped, missed } = event.mapping;
  const lines = [`${mapped} of ${mapped + missed} frames have their original places.`];
  for (const file of listMissedFiles(event)) {
    const { sentence, command } = await stores.nearMisses.explain(event.projectId, file);
    lines.push('', sentence, `  ${command}`);
  }
  return lines;
}
