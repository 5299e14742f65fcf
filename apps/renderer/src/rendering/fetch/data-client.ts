import type { LookupAddress } from 'node:dns';
import { Injectable } from '@nestjs/common';
import { runtimeLimits } from '#shared';
import type { Clock, Scheduler } from '#shared';
import { boundBody } from './bounded-body.ts';
import { CallLifetime } from './call-lifetime.ts';
import { DeadlineError, describeCall, UpstreamError } from './upstream-error.ts';

/**
 * Matches the three date formats that recipients must accept (RFC 9110, section 5.6.7). All three
 * are in GMT, although one does not say so.
 */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [A-Za-z0-9: -]+$/;

const FIRST_MS = 250;
const LONGEST_MS = 1000;

/**
 * A function like the global `fetch`. When the signal aborts, the call or the reading of its body
 * rejects with the signal's reason.
 *
 * ```ts
 * const fetchWithToken: DataFetch = (url, init) => {
 *   const headers = new Headers(init.headers);
 *   headers.set('Authorization', `Bearer ${token}`);
 *   return fetch(url, { ...init, headers });
 * };
 * ```
 */
export type DataFetch = (url: string | URL, init: DataFetchInit) => Promise<Response>;

/**
 * Options of a `DataFetch`: those of the global `fetch`, and the address to connect to.
 *
 * ```ts
 * const [at] = await listAddresses('http://relay:3001');
 * const init: DataFetchInit = { method: 'GET', at };
 * ```
 */
export interface DataFetchInit extends RequestInit {
  /** Connects to this address of the URL's host; to any address of the host when absent. */
  readonly at?: LookupAddress | undefined;
}

export interface DataClientParts {
  readonly fetch: DataFetch;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly random: () => number;
}

export interface DataJsonOptions {
  readonly headers?: RequestInit['headers'];
  readonly signal?: AbortSignal;
  /**
   * Time limit for all attempts, the waits and the body together; `serverFetchDeadlineMs` when
   * absent.
   */
  readonly deadlineMs?: number;
  readonly at?: LookupAddress | undefined;
}

export interface DataFetchOptions extends DataJsonOptions {
  readonly method?: string;
  readonly body?: RequestInit['body'];
}

/**
 * Requests the data of a page from other services. A GET that is answered with 5xx is repeated up
 * to `serverFetchRetries` times. Other methods and network failures are not repeated.
 *
 * ```ts
 * @Injectable()
 * export class StockService {
 *   constructor(private readonly data: DataClient) {}
 *
 *   list = (signal: AbortSignal) => this.data.getJson(STOCK_URL, parseStock, { signal });
 * }
 * ```
 */
@Injectable()
export class DataClient {
  constructor(private readonly parts: DataClientParts) {}

  /**
   * Resolves with the last answer, whatever its status. Does not retry when the wait, including
   * `Retry-After`, would pass the deadline.
   *
   * Rejects with a DeadlineError when the deadline passes, with the reason of `signal` when it
   * aborts, and like `fetch` when no answer arrives. After the answer has arrived, the deadline or
   * an abort makes reading the body fail.
   */
  async fetch(url: string | URL, options: DataFetchOptions = {}): Promise<Response> {
    const lifetime = this.begin(url, options);
    try {
      return boundBody(await this.ask(url, options, lifetime), lifetime);
    } catch (error) {
      lifetime.abort(error);
      throw error;
    }
  }

  /**
   * Sends a GET and resolves with the result of `parse` for the JSON. Rejects like `fetch` and
   * `parse`, with an UpstreamError for any status but 2xx, and with a SyntaxError for invalid JSON.
   */
  async getJson<Data>(
    url: string | URL,
    parse: (body: unknown) => Data,
    options: DataJsonOptions = {},
  ): Promise<Data> {
    const answer = await this.fetch(url, options);
    if (!answer.ok) {
      discard(answer);
      throw new UpstreamError(describeCall('GET', url), answer.status);
    }
    return parse(await answer.json());
  }

  private begin(url: string | URL, options: DataFetchOptions): CallLifetime {
    const { clock, scheduler } = this.parts;
    const { method = 'GET', signal, deadlineMs = runtimeLimits.serverFetchDeadlineMs } = options;
    const lateness = new DeadlineError(describeCall(method, url), deadlineMs);
    return new CallLifetime({ clock, scheduler, deadlineMs, lateness, leaving: signal });
  }

  private async ask(
    url: string | URL,
    { method = 'GET', headers, body, at }: DataFetchOptions,
    lifetime: CallLifetime,
  ): Promise<Response> {
    const { signal } = lifetime;
    signal.throwIfAborted();
    const retries = method.toUpperCase() === 'GET' ? runtimeLimits.serverFetchRetries : 0;
    for (let retry = 0; ; retry += 1) {
      const answer = await this.parts.fetch(url, {
        method,
        headers,
        body,
        signal,
        at,
      });
      if (answer.status < 500 || retry === retries) return answer;
      const waitMs = this.toWaitMs(answer, retry);
      if (!lifetime.isLongerThan(waitMs)) return answer;
      discard(answer);
      await lifetime.wait(waitMs);
    }
  }

  /** Adds a random wait to the answer's `Retry-After`, so that callers do not retry together. */
  private toWaitMs({ headers }: Response, retry: number): number {
    const { clock, random } = this.parts;
    const askedMs = parseRetryAfter(headers.get('Retry-After'), clock.nowMs()) ?? 0;
    return askedMs + toBackoffMs(retry, random);
  }
}

function discard({ body }: Response): void {
  body?.cancel().catch(() => undefined);
}

/**
 * Returns a random wait up to a bound, which doubles with each retry from 250 ms to 1 s. `retry`
 * counts from 0. Random waits keep pages that failed together from retrying together.
 */
export function toBackoffMs(retry: number, random: () => number): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** retry);
}

/**
 * Returns how many milliseconds `Retry-After` asks to wait. The header has seconds or an HTTP date
 * (RFC 9110, section 10.2.3). A past date gives 0; a missing or invalid header gives undefined.
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const atMs = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
