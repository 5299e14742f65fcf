import { randomBytes } from 'node:crypto';
import { findCurrentRequest, requestIdHeader } from '#telemetry';
import type { DataFetch, DataFetchInit } from '../rendering/index.ts';
import type { RendererMetrics } from './renderer-metrics.ts';

export interface ServiceFetchOptions {
  readonly fetch: DataFetch;
  readonly metrics: Pick<RendererMetrics, 'noteFetch'>;
  readonly relayUrl: string;
}

/**
 * Returns a `fetch` for page data from other services. Times each attempt, and sends the id of the
 * visitor's request to the relay.
 */
export function createServiceFetch({ fetch, metrics, relayUrl }: ServiceFetchOptions): DataFetch {
  const { origin } = new URL(relayUrl);
  return async (url, init) => {
    const startMs = performance.now();
    const note = (statusClass: string): void =>
      metrics.noteFetch(statusClass, (performance.now() - startMs) / 1000);
    try {
      const isRelay = new URL(url).origin === origin;
      const answer = await fetch(url, isRelay ? withRequest(init) : init);
      note(`${Math.floor(answer.status / 100)}xx`);
      return answer;
    } catch (error) {
      note('failed');
      throw error;
    }
  };
}

function withRequest(init: DataFetchInit): DataFetchInit {
  const request = findCurrentRequest();
  if (!request) return init;
  const headers = new Headers(init.headers);
  headers.set(requestIdHeader, request.requestId);
  if (request.traceId) {
    headers.set('sentry-trace', `${request.traceId}-${randomBytes(8).toString('hex')}`);
  }
  return { ...init, headers };
}
