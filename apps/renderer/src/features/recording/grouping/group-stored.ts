import { groupEvent, readSdkEvent } from '#events';
import type { EventInIssue } from '#product/recording/storage';

type Payload = NonNullable<EventInIssue['payload']>;

interface StoredGrouping {
  readonly event: ReturnType<typeof readSdkEvent>;
  readonly grouping: ReturnType<typeof groupEvent>;
}

/** Lets parts of one page share an answer. Each page reads the payload anew. */
const known = new WeakMap<Payload, StoredGrouping>();

/** Groups a stored event as this version of Errata does. */
export function groupStored(payload: Payload): StoredGrouping {
  const found = known.get(payload);
  if (found) return found;
  const event = readSdkEvent(payload.json);
  const stored = { event, grouping: groupEvent(event) };
  known.set(payload, stored);
  return stored;
}
