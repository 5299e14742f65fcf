import type { Database } from '#persistence';
import { ErrataError } from '#shared';
import { requireNoNewerSpool } from './spool/opening/newer-spool.ts';
import type { Pause } from './timing/pause.ts';

/** A server that is away is not waited for: reports can be taken, and the database is asked again before it is used. */
const PATIENCE_MS = 1000;

export interface NewerCheck {
  readonly dataDir: string;
  /** None of a relay that forwards alone. */
  readonly database: Pick<Database, 'requireKnown'> | undefined;
  readonly pause: Pause;
}

/**
 * Rejects with one line, a RangeError or `database.newer`, when the spools or the database were written by a newer version.
 * To be called before anything is written: a spool that is brought up to date beside such a database could not go back.
 */
export async function refuseNewer({ dataDir, database, pause }: NewerCheck): Promise<void> {
  requireNoNewerSpool(dataDir);
  if (!database) return;
  const waiting = new AbortController();
  const asked = database.requireKnown(['platform', 'product']).catch((error: unknown) => {
    if (error instanceof ErrataError && error.code === 'database.newer') return error;
    // The next to use it says so.
    return undefined;
  });
  const refusal = await Promise.race([
    asked,
    pause.wait(PATIENCE_MS, waiting.signal).then(() => undefined),
  ]);
  waiting.abort();
  if (refusal) throw refusal;
}
