import type { EventTitle } from '#shared';
import { readStoredEvent } from '../storing/stored-event.ts';
import { readColumns } from '../reading/read-columns.ts';
import { readTitle } from './read-title.ts';
import { SentEvent } from '../reading/sent-event.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';

/** What a list says of an event, and a search asks of it. */
export interface EventRow {
  readonly title: EventTitle;
  /** As `readColumns` has them. */
  readonly tags: ReadonlyMap<string, string>;
  /** Who the user was; of names that people know, the one that they know best. */
  readonly user: string | undefined;
}

/** Reads a payload for a fraction of what `readPayload` takes. Throws when the text is no payload. */
export function readEventRow(json: string): EventRow {
  const { meta, event: stored } = readStoredEvent(json);
  const event = toSdkEvent(meta.source, stored, meta);
  const sent = new SentEvent(event);
  const { tags, userName } = readColumns(event, meta, { sent });
  const known = tags.get('user.email') ?? tags.get('user.username');
  return { title: readTitle(event, sent), tags, user: known ?? userName };
}
