import type { Scheduler } from '#shared';

const AT_ONCE = 6;
/** Each waits a second at least: a relay that is started again is back by then. */
const TRIES = 12;
const SHORTEST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

export interface Addressed {
  readonly projectId: number;
  readonly publicKey: string;
  readonly envelope: string;
}

/** The relay has refused an event of the demo for good, or stays away. */
export class SendingFailed extends Error {}

/** Sends envelopes to the relay as SDKs do, a few at a time. */
export class RelaySender {
  constructor(
    private readonly relayUrl: string,
    private readonly scheduler: Scheduler,
  ) {}

  /** Makes each envelope when it is its turn. Throws a SendingFailed, and what `signal` is aborted with. */
  async send<T>(
    all: readonly T[],
    toAddressed: (each: T) => Addressed,
    signal: AbortSignal,
  ): Promise<void> {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < all.length) {
        signal.throwIfAborted();
        next += 1;
        await this.sendOne(toAddressed(all[next - 1]!), signal);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  private async sendOne(addressed: Addressed, signal: AbortSignal): Promise<void> {
    let refusal = 'no answer';
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await this.post(addressed, signal);
      if (answer?.ok) return;
      refusal = answer ? `status ${answer.status}` : refusal;
      await this.wait(answer?.retryAfterMs ?? SHORTEST_WAIT_MS, signal);
    }
    throw new SendingFailed(`The relay has not taken an event of the demo: ${refusal}.`);
  }

  /** Undefined where nobody answers. */
  private async post({ projectId, publicKey, envelope }: Addressed, signal: AbortSignal) {
    try {
      const answer = await fetch(`${this.relayUrl}/api/${projectId}/envelope/`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-sentry-envelope',
          'X-Sentry-Auth': `Sentry sentry_version=7, sentry_key=${publicKey}, sentry_client=errata-demo/1`,
        },
        body: envelope,
        signal,
      });
      await answer.body?.cancel();
      const seconds = Number(answer.headers.get('retry-after') ?? 0);
      const waitMs = Math.max(SHORTEST_WAIT_MS, seconds * 1000);
      return {
        ok: answer.ok,
        status: answer.status,
        retryAfterMs: Math.min(waitMs, LONGEST_WAIT_MS),
      };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  /** Rejects with what `signal` is aborted with. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    let cancel: () => void = () => {};
    let end: () => void = () => {};
    await new Promise<void>((resolve) => {
      end = resolve;
      signal.addEventListener('abort', end, { once: true });
      cancel = this.scheduler.runAfter(ms, resolve);
    });
    signal.removeEventListener('abort', end);
    cancel();
    signal.throwIfAborted();
  }
}
