import type { LookupAddress } from 'node:dns';
import { Injectable } from '@nestjs/common';
import { runtimeLimits } from '#shared';
import type { Clock, Scheduler } from '#shared';
import { toBackoffMs } from './backoff.ts';
import { boundBody } from './bounded-body.ts';
import { CallLifetime } from './call-lifetime.ts';
import { parseRetryAfter } from './retry-after.ts';
import { DeadlineError, describeCall, UpstreamError } from './upstream-error.ts';

/** The global `fetch` or what behaves like it: an abort rejects the call, or breaks its body, with the reason. */
export type DataFetch = (url: string | URL, init: DataFetchInit) => Promise<Response>;

export interface DataFetchInit extends RequestInit {
  /** Of the addresses that the name in the URL has, the one to connect to; absent: any. */
  readonly at?: LookupAddress | undefined;
}

export interface DataClientParts {
  readonly fetch: DataFetch;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** From 0 up to, and without, 1. */
  readonly random: () => number;
}

export interface DataJsonOptions {
  readonly headers?: RequestInit['headers'];
  /** Of the visitor the data is for: aborted, it ends the call. */
  readonly signal?: AbortSignal;
  /** For everything together: attempts, waiting between them, body. Default: `serverFetchDeadlineMs`. */
  readonly deadlineMs?: number;
  /** Of the addresses that the name in the URL has, the one to connect to; absent: any. */
  readonly at?: LookupAddress | undefined;
}

export interface DataFetchOptions extends DataJsonOptions {
  /** Default: GET, the only one that is retried. */
  readonly method?: string;
  readonly body?: RequestInit['body'];
}

/**
 * Asks other services for the data of a page while the server renders it. A GET answered
 * with 5xx is repeated, up to `serverFetchRetries` times; nothing else is, a network failure neither.
 */
@Injectable()
export class DataClient {
  constructor(private readonly parts: DataClientParts) {}

  /**
   * Resolves with the last answer, whatever its status. A retry whose wait, with the `Retry-After` of
   * the answer, would end after the deadline is not waited for: that answer is given back at once.
   * Rejects with a DeadlineError when the deadline passes, with the reason of `signal` when it aborts,
   * and as `fetch` does when there is no answer. A deadline or an abort after that breaks the body.
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
   * Resolves with what `parse` makes of the JSON that a GET is answered with. Rejects as `fetch` and
   * `parse` do, with an UpstreamError for any status but 2xx and a SyntaxError for what is no JSON.
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
        ...(at ? { at } : {}),
      });
      if (answer.status < 500 || retry === retries) return answer;
      const waitMs = this.toWaitMs(answer, retry);
      if (!lifetime.isLongerThan(waitMs)) return answer;
      discard(answer);
      await lifetime.wait(waitMs);
    }
  }

  /** Never less than the answer asks for, and not the same for all who were asked it. */
  private toWaitMs({ headers }: Response, retry: number): number {
    const { clock, random } = this.parts;
    const askedMs = parseRetryAfter(headers.get('Retry-After'), clock.nowMs()) ?? 0;
    return askedMs + toBackoffMs(retry, random);
  }
}

/** Frees the socket of an answer that nobody will read. Whether that still succeeds concerns nobody. */
function discard({ body }: Response): void {
  body?.cancel().catch(() => undefined);
}
