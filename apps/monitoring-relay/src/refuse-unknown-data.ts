import type { Database } from '#persistence';
import { ErrataError } from '#shared';
import type { Pause } from '#telemetry/plain';
import { requireKnownSpools } from './spool/opening/known-spools.ts';

/** A server that is away is not waited for: reports can be taken, and the database is asked again before it is used. */
const PATIENCE_MS = 1000;

export interface DataCheck {
  readonly dataDir: string;
  /** None of a relay that forwards alone. */
  readonly database: Pick<Database, 'requireKnown'> | undefined;
  readonly pause: Pause;
}

/**
 * Rejects with one line, a RangeError, `database.newer` or `database.unreleased`, when this version does not read the spools or the
 * database.
 * To be called before anything is written: a version that reads it finds it as it was.
 */
export async function refuseUnknownData({ dataDir, database, pause }: DataCheck): Promise<void> {
  requireKnownSpools(dataDir);
  if (!database) return;
  const waiting = new AbortController();
  const asked = database.requireKnown(['platform', 'product']).catch((error: unknown) => {
    if (error instanceof ErrataError && error.code !== 'database.unavailable') return error;
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
