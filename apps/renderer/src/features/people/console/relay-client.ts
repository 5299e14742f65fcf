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

type Told = Omit<RelayQueues, 'silent'>;

/**
 * Asks all relays for the state of their queues, with one request to each address of the host in
 * `RELAY_URL`. Sends a single request to the host name when the host has only one address, or while
 * `prepareAddressedFetch` is not done.
 */
export class RelayClient {
  private preparing: Promise<void> | undefined;
  private isPrepared = false;
  private lookingUp: Promise<LookupAddress[]> | undefined;

  constructor(private readonly parts: RelayClientParts) {}

  /** Rejects when no relay answers within `timeoutMs`. */
  async getQueues(timeoutMs: number): Promise<RelayQueues> {
    const { clock } = this.parts;
    const startMs = clock.nowMs();
    const addresses = await this.lookUp(timeoutMs);
    const leftMs = timeoutMs - (clock.nowMs() - startMs);
    // The system clock may change during the lookup, which makes `leftMs` too large or negative.
    const deadlineMs = Math.min(timeoutMs, Math.max(1, leftMs));
    if (addresses.length < 2 || !this.canAskEach()) {
      return { ...(await this.ask(deadlineMs)), silent: 0 };
    }
    const asked = addresses.map((at) => this.ask(deadlineMs, at));
    return combine(addresses, await Promise.allSettled(asked));
  }

  private canAskEach(): boolean {
    this.preparing ??= prepareAddressedFetch().then(() => void (this.isPrepared = true));
    return this.isPrepared;
  }

  /**
   * Asks `/health/live`, because `/health/ready` answers 503 when the relay is not ready, and
   * `DataClient` retries a 503.
   */
  private ask(deadlineMs: number, at?: LookupAddress): Promise<Told> {
    const { relayUrl, data, signature, clock } = this.parts;
    // The relay shows the state of its queue only to signed requests.
    const Authorization = signature.sign({ method: 'GET', target: LIVENESS }, clock.nowMs());
    const headers = { Authorization };
    return data.getJson(relayUrl + LIVENESS, parseTold, { headers, deadlineMs, at });
  }

  /**
   * Shares one lookup between callers. A lookup blocks a libuv thread, for several seconds when the
   * name server does not answer.
   */
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
 * A relay may listen on IPv4 or IPv6 only, while its name has addresses of both families. When no
 * address of a family answers, that family's addresses do not count as silent relays.
 *
 * Throws the first failure when no relay answers.
 */
function combine(
  addresses: readonly LookupAddress[],
  answers: readonly PromiseSettledResult<Told>[],
): RelayQueues {
  const queues = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const [failed] = answers.flatMap((each) => (each.status === 'rejected' ? each : []));
  if (queues.length === 0 && failed) throw failed.reason;
  const isAnswered = (index: number): boolean => answers[index]?.status === 'fulfilled';
  const served = new Set(addresses.filter((_, index) => isAnswered(index)).map((at) => at.family));
  return {
    oldestMs: Math.max(...queues.map(({ oldestMs }) => oldestMs)),
    refusal: queues.find(({ refusal }) => refusal !== undefined)?.refusal,
    silent: addresses.filter((at, index) => !isAnswered(index) && served.has(at.family)).length,
  };
}

/**
 * Throws when the body does not come from a relay, because another service may listen at
 * `RELAY_URL`.
 */
function parseTold(body: unknown): Told {
  const { queue, refusal } = (body ?? {}) as {
    queue?: Partial<RelayHealth['queue']>;
    refusal?: unknown;
  };
  const { depth, oldestMs } = queue ?? {};
  if (typeof depth !== 'number' || typeof oldestMs !== 'number') {
    throw new TypeError('The service at RELAY_URL does not answer as a relay does.');
  }
  return { oldestMs, refusal: typeof refusal === 'string' ? refusal : undefined };
}
