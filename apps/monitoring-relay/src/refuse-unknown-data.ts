import type { Database } from '#persistence';
import { ErrataError } from '#shared';
import type { Pause } from '#telemetry/plain';
import { requireKnownSpools } from './spool/opening/known-spools.ts';

/**
 * The start waits this long for a database server. Afterwards the relay takes reports anyway, and
 * the database is checked again before its first use.
 */
const PATIENCE_MS = 1000;

export interface DataCheck {
  readonly dataDir: string;
  readonly database: Pick<Database, 'requireKnown'> | undefined;
  readonly pause: Pause;
}

/**
 * Rejects with a RangeError, `database.newer` or `database.unreleased` when this version cannot
 * read the spools or the database, and with `database.damaged`. Call this before anything is written, so that data of another
 * version stay unchanged.
 */
export async function refuseUnknownData({ dataDir, database, pause }: DataCheck): Promise<void> {
  requireKnownSpools(dataDir);
  if (!database) return;
  const waiting = new AbortController();
  const asked = database.requireKnown(['platform', 'product']).catch((error: unknown) => {
    if (error instanceof ErrataError && error.code !== 'database.unavailable') return error;
    // An unavailable database is reported by the next code that uses it.
    return undefined;
  });
  const refusal = await Promise.race([
    asked,
    pause.wait(PATIENCE_MS, waiting.signal).then(() => undefined),
  ]);
  waiting.abort();
  if (refusal) throw refusal;
}
