import { type Kysely, sql } from 'kysely';
import { reportLimits } from '#shared';
import type { Schema } from '#persistence/stores';
import { inChunks, toKeyName } from '#persistence/stores';
import type { OwnedAttachment } from './owned-attachment.ts';

type Owned = Pick<OwnedAttachment, 'projectId' | 'bytes' | 'eventId' | 'aboutEventId'>;

type CountedBy = 'event_id' | 'about_event_id';

interface StoredAmount {
  items: number;
  bytes: number;
}

/**
 * Tracks how many files and bytes are kept for each event and each feedback, up to the limits.
 * Files of all feedback about one event share a second limit of the same size. Senders of feedback
 * therefore cannot use up the event's own limit.
 */
export class AttachmentRoom {
  readonly #held: Map<string, StoredAmount>;

  constructor(held: Map<string, StoredAmount>) {
    this.#held = held;
  }

  fits(attachment: Owned): boolean {
    const { attachmentsPerEvent, attachmentBytesPerEvent } = reportLimits;
    return this.#listHeld(attachment).every(
      ({ items, bytes }) =>
        items < attachmentsPerEvent && bytes + attachment.bytes <= attachmentBytesPerEvent,
    );
  }

  take(attachment: Owned): boolean {
    if (!this.fits(attachment)) return false;
    for (const held of this.#listHeld(attachment)) {
      held.items += 1;
      held.bytes += attachment.bytes;
    }
    return true;
  }

  #listHeld(attachment: Owned): StoredAmount[] {
    return listNames(attachment).map((name) => {
      const held = this.#held.get(name) ?? { items: 0, bytes: 0 };
      this.#held.set(name, held);
      return held;
    });
  }
}

function listNames({ projectId, eventId, aboutEventId }: Owned): string[] {
  const own = toName('event_id', projectId, eventId);
  return aboutEventId === undefined
    ? [own]
    : [own, toName('about_event_id', projectId, aboutEventId)];
}

function toName(column: CountedBy, projectId: number, eventId: string): string {
  return `${column} ${toKeyName(projectId, eventId)}`;
}

/**
 * Reads how much is already kept for the events and feedback that own these files, and for the
 * events that the feedback is about.
 */
export async function findRoom(
  db: Kysely<Schema>,
  attachments: readonly Owned[],
): Promise<AttachmentRoom> {
  const held = new Map<string, StoredAmount>();
  for (const projectId of new Set(attachments.map((each) => each.projectId))) {
    const here = attachments.filter((each) => each.projectId === projectId);
    const ids = {
      event_id: here.map(({ eventId }) => eventId),
      about_event_id: here.flatMap(({ aboutEventId }) => aboutEventId ?? []),
    };
    for (const column of ['event_id', 'about_event_id'] as const) {
      const rows = await sumKept(db, column, { projectId, ids: [...new Set(ids[column])] });
      for (const { id, items, bytes } of rows) {
        held.set(toName(column, projectId, id), { items, bytes });
      }
    }
  }
  return new AttachmentRoom(held);
}

function sumKept(
  db: Kysely<Schema>,
  column: CountedBy,
  { projectId, ids }: { projectId: number; ids: readonly string[] },
) {
  return inChunks(ids, (chunk) =>
    db
      .selectFrom('attachments')
      .select(sql<string>`${sql.ref(column)}`.as('id'))
      .select(sql<number>`count(*)`.as('items'))
      // PostgreSQL sums bigints to a numeric, which the driver returns as text.
      .select(sql<number>`cast(sum(bytes) as bigint)`.as('bytes'))
      .where('project_id', '=', projectId)
      .where(column, 'in', chunk)
      .where('state', '=', 'kept')
      .groupBy(column)
      .execute(),
  );
}
