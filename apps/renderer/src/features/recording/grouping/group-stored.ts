import { EventReading, groupEvent, readStoredOnce, SentEvent, toSdkEvent } from '#events';
import type { EventInIssue } from '#product/recording/storage';

type Payload = NonNullable<EventInIssue['payload']>;

interface StoredGrouping {
  readonly reading: EventReading;
  readonly grouping: ReturnType<typeof groupEvent>;
}

/** Lets parts of one page share an answer. Each page reads the payload anew. */
const known = new WeakMap<Payload, StoredGrouping>();

/** Groups a stored event as this version of Errata does. */
export function groupStored(payload: Payload): StoredGrouping {
  const found = known.get(payload);
  if (found) return found;
  const { meta, event: sent } = readStoredOnce(payload);
  const event = toSdkEvent(meta.source, sent, meta);
  const reading = new EventReading(new SentEvent(event));
  const stored = { reading, grouping: groupEvent(event, reading) };
  known.set(payload, stored);
  return stored;
}
