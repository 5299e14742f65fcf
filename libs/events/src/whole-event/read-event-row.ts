import type { EventTitle } from '#shared';
import { readStoredEvent } from '../storing/stored-event.ts';
import { readColumns } from '../reading/read-columns.ts';
import { readTitle } from './read-title.ts';
import { SentEvent } from '../reading/sent-event.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';

export interface EventRow {
  readonly title: EventTitle;
  readonly tags: ReadonlyMap<string, string>;
  /** The user's email, or else username, id, name or network address. */
  readonly user: string | undefined;
}

/**
 * Reads a stored event in a fraction of the time that `readPayload` takes. Throws when `json` is
 * not a stored event.
 */
export function readEventRow(json: string): EventRow {
  const { meta, event: stored } = readStoredEvent(json);
  const event = toSdkEvent(meta.source, stored, meta);
  const sent = new SentEvent(event);
  const { tags, userName } = readColumns(event, meta, sent);
  const known = tags.get('user.email') ?? tags.get('user.username');
  return { title: readTitle(event, sent), tags, user: known ?? userName };
}
