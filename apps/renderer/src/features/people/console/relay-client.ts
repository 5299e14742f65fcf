import type { LookupAddress } from 'node:dns';
import type { CallSignature } from '#persistence';
import type { Clock, RelayHealth, Scheduler } from '#shared';
import {
  type DataClient,
  DeadlineError,
  listAddresses,
  prepareAddressedFetch,
} from '../../../rendering/index.ts';
import type { RelayQueues } from './reports-state.ts';

const LIVENESS = '/health/live';

export interface RelayClientParts {
  readonly relayUrl: string;
  readonly signature: CallSignature;
  readonly data: DataClient;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

/** Asks by each address that the name in RELAY_URL has; by the name where it has one, and until more can be asked at once. */
export class RelayClient {
  private preparing: Promise<void> | undefined;
  private isPrepared = false;
  private lookingUp: Promise<LookupAddress[]> | undefined;

  constructor(private readonly parts: RelayClientParts) {}

  /** Of all relays. Rejects when none answers within `timeoutMs`. */
  async getQueues(timeoutMs: number): Promise<RelayQueues> {
    const { clock } = this.parts;
    const startMs = clock.nowMs();
    const addresses = await this.lookUp(timeoutMs);
    const leftMs = timeoutMs - (clock.nowMs() - startMs);
    // The clock may be set meanwhile.
    const deadlineMs = Math.min(timeoutMs, Math.max(1, leftMs));
    if (addresses.length < 2 || !this.canAskEach()) {
      const { oldestMs } = await this.ask(deadlineMs);
      return { oldestMs, silent: 0 };
    }
    const asked = addresses.map((at) => this.ask(deadlineMs, at));
    return combine(addresses, await Promise.allSettled(asked));
  }

  /** No page waits for that. */
  private canAskEach(): boolean {
    this.preparing ??= prepareAddressedFetch().then(() => void (this.isPrepared = true));
    return this.isPrepared;
  }

  /** Not `/health/ready`: that answers 503, to be asked again, when only the relay is not ready. */
  private ask(deadlineMs: number, at?: LookupAddress): Promise<RelayHealth['queue']> {
    const { relayUrl, data, signature, clock } = this.parts;
    // To strangers it does not say what waits.
    const Authorization = signature.sign({ method: 'GET', target: LIVENESS }, clock.nowMs());
    const headers = { Authorization };
    return data.getJson(relayUrl + LIVENESS, parseQueue, { headers, deadlineMs, at });
  }

  /** A name server that is away takes seconds, and a thread that others wait for: it is asked once meanwhile. */
  private async lookUp(timeoutMs: number): Promise<LookupAddress[]> {
    const { relayUrl, scheduler } = this.parts;
    let cancel: (() => void) | undefined;
    const isOver = new Promise<never>((_resolve, reject) => {
      const lateness = new DeadlineError(`Looking up ${relayUrl}`, timeoutMs);
      cancel = scheduler.runAfter(timeoutMs, () => reject(lateness));
    });
    this.lookingUp ??= listAddresses(relayUrl).finally(() => (this.lookingUp = undefined));
    try {
      return await Promise.race([this.lookingUp, isOver]);
    } finally {
      cancel?.();
    }
  }
}

/**
 * A relay may listen by one protocol alone (IPv4 or IPv6), and its name have addresses of both: those of one by which nobody answers
 * are no relays (ADR 55). Throws what went wrong when there is no answer at all.
 */
function combine(
  addresses: readonly LookupAddress[],
  answers: readonly PromiseSettledResult<RelayHealth['queue']>[],
): RelayQueues {
  const queues = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const [failed] = answers.flatMap((each) => (each.status === 'rejected' ? each : []));
  if (queues.length === 0 && failed) throw failed.reason;
  const isAnswered = (index: number): boolean => answers[index]?.status === 'fulfilled';
  const served = new Set(addresses.filter((_, index) => isAnswered(index)).map((at) => at.family));
  return {
    oldestMs: Math.max(...queues.map(({ oldestMs }) => oldestMs)),
    silent: addresses.filter((at, index) => !isAnswered(index) && served.has(at.family)).length,
  };
}

/** Throws when this is not a relay's answer: something else may listen at its address. */
function parseQueue(body: unknown): RelayHealth['queue'] {
  const { queue } = (body ?? {}) as { queue?: Partial<RelayHealth['queue']> };
  const { depth, oldestMs } = queue ?? {};
  if (typeof depth !== 'number' || typeof oldestMs !== 'number') {
    throw new TypeError('The service at RELAY_URL does not answer as a relay does.');
  }
  return { depth, oldestMs };
}
