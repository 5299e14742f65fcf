import type { Request } from 'express';
import { isAction } from '../actions/action-request.ts';
import { getPageMetadata } from '../pages/page.metadata.ts';
import { getPageRequest } from '../request/page-request.ts';

interface ExpressRoute {
  readonly stack: readonly { readonly handle: object }[];
}

/**
 * Returns the kind of answer that a request asks a page for. Returns undefined before the route is
 * known, and for a route that is no page.
 *
 * ```ts
 * const kind = findPageKind(request) ?? 'other';
 * metrics.notePage(kind, { route, statusClass, seconds });
 * ```
 */
export function findPageKind(
  request: Request,
): 'document' | 'data' | 'prefetch' | 'action' | undefined {
  const handler = (request.route as ExpressRoute | undefined)?.stack[0]?.handle;
  if (!handler || !getPageMetadata(handler)) return undefined;
  if (isAction(request)) return 'action';
  const { prefetch, format } = getPageRequest(request);
  return prefetch === undefined ? format : 'prefetch';
}
