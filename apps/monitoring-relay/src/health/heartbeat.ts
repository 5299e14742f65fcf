import type { RelayHealth } from '#shared';

const ANSWER_MS = 10_000;
/** Reports that wait longer are nothing that all is well with. */
const LONGEST_WAIT_MS = 5 * 60_000;

export interface HeartbeatParts {
  /** The operator's own, so it is asked as it is. */
  readonly url: string;
  readonly check: () => Promise<RelayHealth>;
  readonly fetch?: typeof fetch;
}

/**
 * Calls an address while all is well: a service elsewhere tells somebody once it is not called any more. Rejects when it does not
 * answer with a success.
 */
export async function beat({ url, check, fetch: ask = fetch }: HeartbeatParts): Promise<void> {
  const { status, problems, queue } = await check();
  if (status !== 'ready' || problems.length > 0 || queue.oldestMs > LONGEST_WAIT_MS) return;
  const answer = await ask(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`HEARTBEAT_URL answered ${answer.status}.`);
}
