import { setTimeout as pauseFor } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type ErrataError, isDatabaseAway } from '#shared';

/** The stand-in starts after this wait. Most databases answer sooner, so visitors see no 503. */
const PATIENCE_MS = 1000;
const RETRY_EVERY_MS = 1000;

export interface Preparation<Prepared> {
  /**
   * Makes one attempt; must be safe to repeat. Rejects with `database.unavailable` while the
   * database is away.
   */
  readonly prepare: () => Promise<Prepared>;
  /** Whether to wait for a database that is away. When false, the preparation rejects instead. */
  readonly mayBeAway: boolean;
  readonly standIn: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Resolves with the prepared value, however long the database is away or migrates. Starts `standIn`
 * when the first attempt finds the database away, or takes longer than one second. Rejects with any
 * other fault, and with the reason of an aborted signal.
 */
export async function prepareBehind<Prepared>({
  prepare,
  mayBeAway,
  standIn,
  signal,
  pause = (ms, stop) => pauseFor(ms, undefined, { signal: stop }),
}: Preparation<Prepared>): Promise<Prepared> {
  const logger = new Logger('Renderer');
  const isAway = (error: unknown): error is ErrataError => mayBeAway && isDatabaseAway(error);
  let attempt = prepare();
  if (await isPreparedInTime({ attempt, isAway, pause })) return attempt;
  await standIn();
  const end = untilAborted(signal);
  for (let loggedReason = ''; ; attempt = prepare()) {
    try {
      const prepared = await Promise.race([attempt, end]);
      logger.log('The database answers: pages are served from now on.');
      return prepared;
    } catch (error) {
      if (signal.aborted || !isAway(error)) throw error;
      const reason = error.message;
      if (reason !== loggedReason)
        logger.warn(`The renderer answers pages with 503 until the database answers. ${reason}`);
      loggedReason = reason;
    }
    await pause(RETRY_EVERY_MS, signal).catch(() => signal.throwIfAborted());
  }
}

/**
 * Resolves with true when the first attempt succeeds in time, and with false when it is late or the
 * database is away. Rejects with any other fault.
 */
async function isPreparedInTime({
  attempt,
  isAway,
  pause,
}: {
  attempt: Promise<unknown>;
  isAway: (error: unknown) => boolean;
  pause: NonNullable<Preparation<unknown>['pause']>;
}): Promise<boolean> {
  const waiting = new AbortController();
  const isOver = pause(PATIENCE_MS, waiting.signal).then(
    () => false,
    () => false,
  );
  try {
    return await Promise.race([attempt.then(() => true), isOver]);
  } catch (error) {
    if (isAway(error)) return false;
    throw error;
  } finally {
    waiting.abort();
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    else signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
