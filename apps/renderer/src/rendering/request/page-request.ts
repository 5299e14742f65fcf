import { pageDataHeaders, parseRouterState } from '#shared';
import type { RouterState } from '#shared';
import type { IncomingMessage } from 'node:http';

/** Tells what a request asks of a page's address. */
export interface PageRequest {
  /** Canonical address: path and query within the application, as they were sent. */
  readonly url: string;
  /** `data` when the request carries `Router-State`, in any form. */
  readonly format: 'document' | 'data';
  /** Everything deferred settles before the first byte. */
  readonly whole: boolean;
  /** Nothing is held when a document is asked for. */
  readonly routerState: RouterState;
  /** `route`: shape and layouts. `page`: everything but deferred data. */
  readonly prefetch?: 'route' | 'page';
  /** Key of the one segment asked for. */
  readonly segment?: string;
  /** Nobody waits for it: what is shown is loaded again behind. */
  readonly isRefresh?: boolean;
  /** Of a POST: name of the action that is wanted, as it was sent. */
  readonly action?: string;
}

const NOTHING_HELD: RouterState = { held: new Set() };
const PREFETCHES: ReadonlySet<unknown> = new Set(['route', 'page']);

const known = new WeakMap<IncomingMessage, PageRequest>();

/** The same for the whole request. Its address has been brought into its canonical form before. */
export function getPageRequest(request: IncomingMessage): PageRequest {
  let page = known.get(request);
  if (!page) {
    page = toPageRequest(request, false);
    known.set(request, page);
  }
  return page;
}

/**
 * Reads what the request asks for, and keeps it. `request.url` is canonical; `action` is what was taken out of
 * it, of a form that was sent without scripts.
 */
export function notePageRequest(request: IncomingMessage, whole: boolean, action?: string): void {
  const page = toPageRequest(request, whole);
  known.set(request, request.method === 'POST' ? toActionRequest(request, page, action) : page);
}

/** What comes back is made once the action has run, all of it. */
function toActionRequest(
  { headers }: IncomingMessage,
  page: PageRequest,
  parameter: string | undefined,
): PageRequest {
  const named = headers[pageDataHeaders.action.toLowerCase()];
  const { url, format, routerState } = page;
  return {
    url,
    format: named === undefined ? format : 'data',
    whole: format === 'document' && named === undefined,
    routerState,
    action: typeof named === 'string' ? named : (parameter ?? ''),
  };
}

function toPageRequest(request: IncomingMessage, whole: boolean): PageRequest {
  const url = request.url ?? '/';
  const states = request.headersDistinct[pageDataHeaders.routerState.toLowerCase()];
  if (!states) return { url, format: 'document', whole, routerState: NOTHING_HELD };
  const prefetch = request.headers[pageDataHeaders.prefetch.toLowerCase()];
  const segment = request.headers[pageDataHeaders.segment.toLowerCase()];
  const refresh = request.headers[pageDataHeaders.refresh.toLowerCase()];
  return {
    url,
    format: 'data',
    whole: false,
    routerState: readRouterState(request, states),
    ...(PREFETCHES.has(prefetch) ? { prefetch: prefetch as 'route' | 'page' } : {}),
    ...(typeof segment === 'string' ? { segment } : {}),
    ...(refresh === undefined ? {} : { isRefresh: true }),
  };
}

/** Browsers keep the headers of an action that leads elsewhere: what it has changed of what is held is not known. */
function readRouterState({ method, headers }: IncomingMessage, states: string[]): RouterState {
  const state = parseRouterState(states);
  const isLed = method !== 'POST' && pageDataHeaders.action.toLowerCase() in headers;
  return isLed ? { ...state, ...NOTHING_HELD } : state;
}
