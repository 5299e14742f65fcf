import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import { type BlockWalk, walkBlocks } from '#product/recording/logs';
import type { Log } from '#shared';
import type { FoundPiece } from './erasure.types.ts';
import type { PersonEraser } from './person-eraser.ts';
import { type FoundFeedback, readFeedback } from './steps/erase-feedback.ts';
import { findLastId } from './steps/erasure-step.ts';
import { readEvents } from './steps/read-events.ts';

const IDS_AT_ONCE = 2000;
const BLOCKS_AT_ONCE = 20;

interface Reading {
  readonly db: Kysely<Schema>;
  readonly logs: Pick<BlockWalk, 'days' | 'kind'>;
  readonly projectId: number | null;
  readonly person: PersonEraser;
}

/**
 * Yields events, after them feedback, and last logs that name the person. Lets other work of the thread run
 * between reads.
 */
export async function* readFound(reading: Reading): AsyncGenerator<FoundPiece> {
  for await (const { found } of walk(reading, 'events', readEvents)) {
    // Stubs (events whose payload was not stored) have nothing to export.
    for (const { whole } of found) if (whole) yield { what: 'event', json: whole.sent };
  }
  for await (const { found } of walk(reading, 'feedback', readFeedback)) {
    for (const said of found) yield { what: 'feedback', json: JSON.stringify(toSaid(said)) };
  }
  const { logs, projectId, person } = reading;
  for (let after = 0; after < Infinity;) {
    const found: Log[] = [];
    after = await walkBlocks({ ...logs, projectId, after, limit: BLOCKS_AT_ONCE }, (log) => {
      if (person.eraseLog(log)) found.push(log);
      return log;
    });
    for (const log of found) yield { what: 'log', json: JSON.stringify(log) };
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

async function* walk<Found extends { readonly reachedId: number }>(
  { db, projectId, person }: Reading,
  table: 'events' | 'feedback',
  read: (
    db: Kysely<Schema>,
    window: { afterId: number; upToId: number; projectId: number | null },
    person: PersonEraser,
  ) => Promise<Found>,
): AsyncGenerator<Found> {
  const lastId = await findLastId(db, table);
  for (let afterId = 0; afterId < lastId;) {
    const upToId = Math.min(afterId + IDS_AT_ONCE, lastId);
    const found = await read(db, { afterId, upToId, projectId }, person);
    yield found;
    afterId = found.reachedId;
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

function toSaid({ event_id, name, email, url, message, received_at }: FoundFeedback) {
  return { eventId: event_id, name, email, url, message, receivedAtMs: received_at };
}
