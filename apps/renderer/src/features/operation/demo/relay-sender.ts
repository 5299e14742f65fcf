import type { Scheduler } from '#shared';
import { postEnvelope } from '../../triage/getting-started/index.ts';
import type { Addressed } from '../../triage/getting-started/index.ts';

/** Envelopes that are sent at the same time, when their order does not matter. */
const AT_ONCE = 6;
/**
 * Attempts for each envelope, one second apart. Together they take longer than a restart of the
 * relay, and longer than the minute for which the relay refuses a key over its rate limit.
 */
const TRIES = 70;
const WAIT_MS = 1000;

/**
 * Sends envelopes to the relay, as SDKs do: a few at a time, or one after another. Rejects when the relay refuses an
 * envelope at every attempt. Rejects with the signal's reason when `signal` aborts.
 */
export async function sendToRelay(
  envelopes: Generator<Addressed>,
  {
    relayUrl,
    scheduler,
    signal,
    isInOrder = false,
  }: { relayUrl: string; scheduler: Scheduler; signal: AbortSignal; isInOrder?: boolean },
): Promise<void> {
  const work = async (): Promise<void> => {
    for (const each of envelopes) await sendOne(each);
  };
  const sendOne = async (addressed: Addressed): Promise<void> => {
    let refusal = 'no answer';
    for (let tries = 0; tries < TRIES; tries += 1) {
      signal.throwIfAborted();
      const status = await postEnvelope(relayUrl, addressed, { client: 'errata-demo/1' });
      if (status === 200) return;
      refusal = status ? `status ${status}` : refusal;
      await new Promise<void>((resolve) => void scheduler.runAfter(WAIT_MS, resolve));
    }
    throw new Error(`The relay has not taken an event of the demo: ${refusal}.`);
  };
  await Promise.all(Array.from({ length: isInOrder ? 1 : AT_ONCE }, work));
}
