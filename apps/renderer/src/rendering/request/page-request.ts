import { pageDataHeaders, parseRouterState } from '#shared';
import type { RouterState } from '#shared';
import type { IncomingMessage } from 'node:http';

export interface PageRequest {
  /**
   * Path and query within the application, as they were sent, without the platform's own
   * parameters.
   */
  readonly url: string;
  /**
   * `data` when the request has the header `Router-State`, even an invalid one, or the header that
   * names an action.
   */
  readonly format: 'document' | 'data';
  /** True when all deferred data must settle before the first byte is sent. */
  readonly whole: boolean;
  readonly routerState: RouterState;
  readonly prefetch?: 'route' | 'page';
  readonly segment?: string;
  /** True when the browser reloads the shown page in the background. */
  readonly isRefresh?: boolean;
  readonly action?: string;
  /** Tells for whom the page of the action was made; see `toPersonMark`. */
  readonly person?: string;
}

const NOTHING_HELD: RouterState = { held: new Set() };
const PREFETCHES: ReadonlySet<unknown> = new Set(['route', 'page']);

const known = new WeakMap<IncomingMessage, PageRequest>();

/**
 * Returns what the request asks for. All calls for a request return the same object.
 * `canonicalAddress` must run first.
 */
export function getPageRequest(request: IncomingMessage): PageRequest {
  let page = known.get(request);
  if (!page) {
    page = toPageRequest(request, false);
    known.set(request, page);
  }
  return page;
}

/**
 * Reads and stores what the request asks for. `request.url` must be canonical. `action` is the
 * action's name from the query, where a form without scripts sends it.
 */
export function notePageRequest(request: IncomingMessage, whole: boolean, action?: string): void {
  const page = toPageRequest(request, whole);
  known.set(request, request.method === 'POST' ? toActionRequest(request, page, action) : page);
}

function toActionRequest(
  { headers }: IncomingMessage,
  page: PageRequest,
  parameter: string | undefined,
): PageRequest {
  const named = headers[pageDataHeaders.action.toLowerCase()];
  const { url, format, routerState } = page;
  const [action = '', ...person] = (typeof named === 'string' ? named : (parameter ?? '')).split(
    /(?=\.)/,
  );
  return {
    url,
    format: named === undefined ? format : 'data',
    whole: format === 'document' && named === undefined,
    routerState,
    action,
    person: person.join(''),
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
    prefetch: PREFETCHES.has(prefetch) ? (prefetch as 'route' | 'page') : undefined,
    segment: typeof segment === 'string' ? segment : undefined,
    isRefresh: refresh === undefined ? undefined : true,
  };
}

/**
 * Returns the segments and the build that the client has. Browsers repeat the headers of an action
 * when they follow its redirect. In this case the segments are ignored, because the action may have
 * changed them.
 */
function readRouterState({ method, headers }: IncomingMessage, states: string[]): RouterState {
  const state = parseRouterState(states);
  const isRedirected = method !== 'POST' && pageDataHeaders.action.toLowerCase() in headers;
  return isRedirected ? { ...state, ...NOTHING_HELD } : state;
}
