import type { RelayHealth } from '#shared';

const ANSWER_MS = 10_000;
/** The relay sends no heartbeat while a report has waited longer than this. */
const LONGEST_WAIT_MS = 5 * 60_000;

export interface HeartbeatParts {
  /** The operator chooses this URL, so it may point to an internal address. */
  readonly url: string;
  readonly check: () => Promise<RelayHealth>;
  readonly fetch?: typeof fetch;
}

/**
 * Calls `url` while the relay is healthy. The service behind `url` alerts somebody when the calls
 * stop. Rejects when the answer is not a success.
 */
export async function beat({ url, check, fetch: ask = fetch }: HeartbeatParts): Promise<void> {
  const { status, problems, queue } = await check();
  if (status !== 'ready' || problems.length > 0 || queue.oldestMs > LONGEST_WAIT_MS) return;
  const answer = await ask(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`HEARTBEAT_URL answered ${answer.status}.`);
}
