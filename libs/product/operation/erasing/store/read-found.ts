import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import { type BlockWalk, walkBlocks } from '#product/recording/logs';
import type { Log } from '#shared';
import type { FoundPiece } from './erasure.types.ts';
import type { ErasingPhase, IdWindow, PersonEraser } from '#product/recording/steps';
import { findLastId } from './steps/erasure-step.ts';
import { readEvents } from './steps/read-events.ts';

const IDS_AT_ONCE = 2000;
const BLOCKS_AT_ONCE = 20;

interface Reading {
  readonly db: Kysely<Schema>;
  readonly logs: Pick<BlockWalk, 'days' | 'kind'>;
  readonly projectId: number | null;
  readonly person: PersonEraser;
  readonly phases: readonly ErasingPhase[];
}

/**
 * Yields events, after them rows of registered phases, and last logs that name the person. Lets
 * other work of the thread run between reads.
 */
export async function* readFound(reading: Reading): AsyncGenerator<FoundPiece> {
  for await (const { found } of walk(reading, 'events', readEvents)) {
    // Stubs (events whose payload was not stored) have nothing to export.
    for (const { whole } of found) if (whole) yield { what: 'event', json: whole.sent };
  }
  for (const { table, find } of reading.phases) {
    for await (const { found } of walk(reading, table, find)) {
      for (const { json } of found) yield { what: table, json };
    }
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
  table: string,
  read: (db: Kysely<Schema>, window: IdWindow, person: PersonEraser) => Promise<Found>,
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
