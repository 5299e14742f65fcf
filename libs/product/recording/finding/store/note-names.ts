import type { EventFacts } from '#product/recording/reports';
import { inChunks, compareText, toKeyName, toPortableText } from '#persistence/stores';
import type { EventNamesTable } from './finding.tables.ts';
import type { RecordingStep } from '#product/recording/steps';

type NameKind = EventNamesTable['kind'];

export const noteNames: RecordingStep = {
  locks: 'belongings',
  async run({ transaction, events, rowIds }) {
    const idOf = ({ projectId, eventId }: EventFacts): number =>
      rowIds.get(toKeyName(projectId, eventId))!;
    const rows = [...events.keys()].flatMap(({ event }) =>
      Object.entries({ digest: event.digest, request: event.requestId }).flatMap(([kind, name]) =>
        name === undefined
          ? []
          : { kind: kind as NameKind, name: toPortableText(name), id: idOf(event) },
      ),
    );
    const sorted = rows.toSorted((a, b) => a.id - b.id || compareText(a.kind, b.kind));
    await inChunks(sorted, (chunk) =>
      transaction.insertInto('event_names').values(chunk).execute(),
    );
  },
};
