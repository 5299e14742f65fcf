import { type Kysely, sql } from 'kysely';
import { reportLimits } from '#shared';
import type { Schema } from '../../schema/schema.ts';
import { inChunks } from './chunks.ts';
import { toKeyName } from './key-tally.ts';
import type { OwnedAttachment } from './owned-attachment.ts';

type Owned = Pick<OwnedAttachment, 'projectId' | 'eventId' | 'bytes'>;

interface Held {
  items: number;
  bytes: number;
}

/** What is kept of each event, up to the limits. */
export class AttachmentRoom {
  readonly #held: Map<string, Held>;

  constructor(held: Map<string, Held>) {
    this.#held = held;
  }

  fits({ projectId, eventId, bytes }: Owned): boolean {
    const held = this.#held.get(toKeyName(projectId, eventId)) ?? { items: 0, bytes: 0 };
    const { attachmentsPerEvent, attachmentBytesPerEvent } = reportLimits;
    return held.items < attachmentsPerEvent && held.bytes + bytes <= attachmentBytesPerEvent;
  }

  /** False when it does not fit; nothing is taken then. */
  take(attachment: Owned): boolean {
    if (!this.fits(attachment)) return false;
    const name = toKeyName(attachment.projectId, attachment.eventId);
    const held = this.#held.get(name) ?? { items: 0, bytes: 0 };
    held.items += 1;
    held.bytes += attachment.bytes;
    this.#held.set(name, held);
    return true;
  }
}

/** How much is kept already of the events that these belong to. */
export async function findRoom(
  db: Kysely<Schema>,
  attachments: readonly Owned[],
): Promise<AttachmentRoom> {
  const held = new Map<string, Held>();
  for (const projectId of new Set(attachments.map((each) => each.projectId))) {
    const eventIds = new Set(
      attachments.filter((each) => each.projectId === projectId).map(({ eventId }) => eventId),
    );
    const rows = await inChunks([...eventIds], (chunk) =>
      db
        .selectFrom('attachments')
        .select(['event_id'])
        .select(sql<number>`count(*)`.as('items'))
        // Else PostgreSQL sums bigints up to a numeric, which is read as text.
        .select(sql<number>`cast(sum(bytes) as bigint)`.as('bytes'))
        .where('project_id', '=', projectId)
        .where('event_id', 'in', chunk)
        .where('state', '=', 'kept')
        .groupBy('event_id')
        .execute(),
    );
    for (const { event_id, items, bytes } of rows) {
      held.set(toKeyName(projectId, event_id), { items, bytes });
    }
  }
  return new AttachmentRoom(held);
}
