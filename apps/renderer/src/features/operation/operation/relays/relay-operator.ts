import type { LookupAddress } from 'node:dns';
import type { CallSignature } from '#persistence';
import { internalPath } from '#shared';
import type { Clock, RelayOperation } from '#shared';
import type { DataClient } from '../../../../rendering/index.ts';
import type { RelayProblem } from '../operation.dto.ts';
import { parseOperation } from './parse-relay-answers.ts';

/** Longest time, including retries, that a page waits for a relay. */
const ANSWER_WITHIN_MS = 5000;
const TARGET = `${internalPath}/operation`;

export type RelayAnswer<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly problem: RelayProblem };

export interface RelayOperatorParts {
  readonly relayUrl: string;
  /**
   * Address of this relay, when the host of `relayUrl` has several. When absent, any of the
   * addresses is used.
   */
  readonly at?: LookupAddress;
  readonly data: DataClient;
  readonly signature: CallSignature;
  readonly clock: Clock;
}

/** Asks one relay for its state. Rejects only when the visitor leaves the page. */
export class RelayOperator {
  constructor(private readonly parts: RelayOperatorParts) {}

  async describe(signal: AbortSignal): Promise<RelayAnswer<RelayOperation>> {
    try {
      const answer = await this.send(signal);
      const problem = findProblem(answer);
      if (!problem) return { ok: true, data: await readOperation(answer) };
      await answer.body?.cancel();
      return { ok: false, problem };
    } catch (error) {
      signal.throwIfAborted();
      return { ok: false, problem: error instanceof ForeignAnswer ? 'foreign' : 'away' };
    }
  }

  private send(signal: AbortSignal): Promise<Response> {
    const { relayUrl, at, data, signature, clock } = this.parts;
    const authorization = signature.sign({ method: 'GET', target: TARGET }, clock.nowMs());
    return data.fetch(relayUrl + TARGET, {
      headers: { Authorization: authorization },
      deadlineMs: ANSWER_WITHIN_MS,
      at,
      signal,
    });
  }
}

function findProblem({ status }: Response): RelayProblem | undefined {
  if (status === 401) return 'secret';
  if (status === 403) return 'clock';
  return status >= 500 ? 'away' : undefined;
}

/** Throws `ForeignAnswer` unless the answer comes from a relay of a compatible version. */
async function readOperation(answer: Response): Promise<RelayOperation> {
  const text = await answer.text();
  const operation = answer.ok ? parseOperation(readJson(text)) : undefined;
  if (!operation) throw new ForeignAnswer();
  return operation;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

class ForeignAnswer extends Error {
  constructor() {
    super('The service at RELAY_URL does not answer as a relay does of this version.');
  }
}
