import type { LookupAddress } from 'node:dns';
import type { CallSignature } from '#persistence';
import { internalPath } from '#shared';
import type {
  Clock,
  FailedChange,
  FailedReportPage,
  FailedSelection,
  RelayOperation,
} from '#shared';
import type { DataClient } from '../../../rendering/index.ts';
import type { RelayProblem } from '../operation.dto.ts';
import { parseChange, parseFailedPage, parseOperation } from './parse-relay-answers.ts';
import { type FailedQuery, type RelayAnswer, RelayOperator } from './relay-operator.ts';

/** A page waits no longer, retries included. */
const ANSWER_WITHIN_MS = 5000;
/** What is changed is synced to disk, a step at a time. */
const CHANGE_WITHIN_MS = 30_000;
/** A body may be large, and the way to the visitor slow. */
const BODY_WITHIN_MS = 300_000;

export interface HttpRelayOperatorParts {
  readonly relayUrl: string;
  /** Of the addresses that its name has, that of this relay; absent: any. */
  readonly at?: LookupAddress;
  readonly data: DataClient;
  readonly signature: CallSignature;
  readonly clock: Clock;
}

interface Call {
  readonly method?: 'GET' | 'POST';
  /** Below the internal API's path. */
  readonly path: string;
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

export class HttpRelayOperator extends RelayOperator {
  constructor(private readonly parts: HttpRelayOperatorParts) {
    super();
  }

  override describe(signal: AbortSignal): Promise<RelayAnswer<RelayOperation>> {
    return this.ask({ path: '/operation', signal }, toJson(parseOperation));
  }

  override listFailed(
    { before, spools }: FailedQuery,
    signal: AbortSignal,
  ): Promise<RelayAnswer<FailedReportPage>> {
    const query = new URLSearchParams({
      ...(before === undefined ? {} : { before }),
      ...(spools ? { spools: spools.join(',') } : {}),
    }).toString();
    const path = `/failed-reports${query === '' ? '' : `?${query}`}`;
    return this.ask({ path, signal }, toJson(parseFailedPage));
  }

  override readFailed(
    name: string,
    signal: AbortSignal,
  ): Promise<RelayAnswer<ReadableStream<Uint8Array> | undefined>> {
    const path = `/failed-reports/${encodeURIComponent(name)}/body`;
    return this.ask({ path, signal, deadlineMs: BODY_WITHIN_MS }, async (answer) => {
      if (answer.ok) return answer.body ?? undefined;
      await answer.body?.cancel();
      return undefined;
    });
  }

  override change(
    how: 'retry' | 'discard',
    selection: FailedSelection,
  ): Promise<RelayAnswer<FailedChange>> {
    const path = `/failed-reports/${how}?${new URLSearchParams({ ...selection }).toString()}`;
    const call = { method: 'POST', path, deadlineMs: CHANGE_WITHIN_MS } as const;
    return this.ask(call, toJson(parseChange));
  }

  private async ask<Data>(
    call: Call,
    read: (answer: Response) => Promise<Data>,
  ): Promise<RelayAnswer<Data>> {
    try {
      const answer = await this.send(call);
      const problem = findProblem(answer);
      if (!problem) return { ok: true, data: await read(answer) };
      await answer.body?.cancel();
      return { ok: false, problem };
    } catch (error) {
      call.signal?.throwIfAborted();
      return { ok: false, problem: error instanceof ForeignAnswer ? 'foreign' : 'away' };
    }
  }

  private send({
    method = 'GET',
    path,
    deadlineMs = ANSWER_WITHIN_MS,
    signal,
  }: Call): Promise<Response> {
    const { relayUrl, at, data, signature, clock } = this.parts;
    const target = internalPath + path;
    const authorization = signature.sign({ method, target }, clock.nowMs());
    return data.fetch(relayUrl + target, {
      method,
      headers: { Authorization: authorization },
      deadlineMs,
      at,
      ...(signal ? { signal } : {}),
    });
  }
}

function findProblem({ status }: Response): RelayProblem | undefined {
  if (status === 401) return 'secret';
  if (status === 403) return 'clock';
  return status >= 500 ? 'away' : undefined;
}

/** Throws a ForeignAnswer for any other answer than the relay's. */
function toJson<Data>(
  parse: (body: unknown) => Data | undefined,
): (answer: Response) => Promise<Data> {
  return async (answer) => {
    const text = await answer.text();
    const data = answer.ok ? parse(readJson(text)) : undefined;
    if (data === undefined) throw new ForeignAnswer();
    return data;
  };
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
    super('The answer is not that of a relay of this version.');
  }
}
