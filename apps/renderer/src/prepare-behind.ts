import { setTimeout as pauseFor } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type ErrataError, isDatabaseAway } from '#shared';

/** Before something else answers. Most databases answer sooner, and then nobody is told to come back. */
const PATIENCE_MS = 1000;
const RETRY_EVERY_MS = 1000;

export interface Preparation<Prepared> {
  /** One attempt; safe to repeat. Rejects with `database.unavailable` while the database is away. */
  readonly prepare: () => Promise<Prepared>;
  /** A database that is away comes back. Without it, such a fault is an end like any other. */
  readonly mayBeAway: boolean;
  /** Has something else answer from now on. */
  readonly standIn: () => Promise<void>;
  /** Nobody wants it any more. */
  readonly signal: AbortSignal;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Resolves with what is prepared, however long its database is away or is migrated. From a second on, or from the first failure,
 * something else answers meanwhile. Rejects with every other fault, and with the reason of the signal.
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
  if (await isSoon({ attempt, isAway, pause })) return attempt;
  await standIn();
  const end = untilAborted(signal);
  for (let told = ''; ; attempt = prepare()) {
    try {
      const prepared = await Promise.race([attempt, end]);
      logger.log('The database answers: pages are served from now on.');
      return prepared;
    } catch (error) {
      if (signal.aborted || !isAway(error)) throw error;
      const reason = error.message;
      // The same reason again tells nobody anything.
      if (reason !== told)
        logger.warn(`The renderer answers pages with 503 until the database answers. ${reason}`);
      told = reason;
    }
    await pause(RETRY_EVERY_MS, signal).catch(() => signal.throwIfAborted());
  }
}

/** Whether it is prepared in time. Rejects with a fault that is not worth waiting for. */
async function isSoon({
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
