import type { RelayHealth } from '#shared';
import type { DataClient } from '../../rendering/index.ts';
import { RelayClient } from './relay-status.service.ts';

export class HttpRelayClient extends RelayClient {
  constructor(
    private readonly relayUrl: string,
    private readonly data: DataClient,
  ) {
    super();
  }

  /** Not of `/health/ready`: that answers 503, to be asked again, when only the relay is not ready. */
  override getQueue(timeoutMs: number): Promise<RelayHealth['queue']> {
    return this.data.getJson(`${this.relayUrl}/health/live`, parseQueue, { deadlineMs: timeoutMs });
  }
}

/** Throws when this is not a relay's answer: something else may listen at its address. */
function parseQueue(body: unknown): RelayHealth['queue'] {
  const { queue } = (body ?? {}) as { queue?: Partial<RelayHealth['queue']> };
  const { depth, oldestMs } = queue ?? {};
  if (typeof depth !== 'number' || typeof oldestMs !== 'number') {
    throw new TypeError('The answer is not that of a relay.');
  }
  return { depth, oldestMs };
}
