import type { RelayHealth } from '#shared';

const ANSWER_MS = 10_000;
/** The heartbeat stops when a report waits longer than this. */
const LONGEST_WAIT_MS = 5 * 60_000;

export interface HeartbeatParts {
  /** Chosen by the operator, therefore fetched without a check of its address. */
  readonly url: string;
  readonly check: () => Promise<RelayHealth>;
  readonly fetch?: typeof fetch;
}

/**
 * Calls an address while all is well. A service elsewhere alerts somebody when the calls stop.
 * Rejects when the address does not answer with success.
 */
export async function beat({ url, check, fetch: ask = fetch }: HeartbeatParts): Promise<void> {
  const { status, problems, queue } = await check();
  if (status !== 'ready' || problems.length > 0 || queue.oldestMs > LONGEST_WAIT_MS) return;
  const answer = await ask(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`HEARTBEAT_URL answered ${answer.status}.`);
}
