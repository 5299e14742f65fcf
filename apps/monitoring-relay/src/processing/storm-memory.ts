import type { EventFacts, Grouping, RecordedEvent } from '#product/recording/reports';

const HOUR_MS = 3_600_000;
/** Beyond this number all are forgotten, and each costs one batch to learn again. */
const MAX_PLACES = 1000;

/**
 * Remembers where storms are: by grouping key, hour, release and environment of events that the
 * store counted without a payload. A wrong answer costs time alone, because a payload that the store
 * asks for is made.
 */
export class StormMemory {
  readonly #places = new Set<string>();

  note(events: readonly RecordedEvent[]): void {
    for (const { grouped, keeping } of events) {
      if (keeping !== 'storm') continue;
      if (this.#places.size >= MAX_PLACES) this.#places.clear();
      this.#places.add(toPlace(grouped.event, grouped.grouping));
    }
  }

  has(event: EventFacts, grouping: Pick<Grouping, 'keys'>): boolean {
    return this.#places.has(toPlace(event, grouping));
  }
}

function toPlace(event: EventFacts, { keys }: Pick<Grouping, 'keys'>): string {
  const { projectId, receivedAtMs, release, environment } = event;
  const hour = Math.floor(receivedAtMs / HOUR_MS);
  return JSON.stringify([projectId, keys[0]?.key, hour, release, environment]);
}
