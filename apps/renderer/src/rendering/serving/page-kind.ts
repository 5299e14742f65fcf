import type { Request } from 'express';
import { isAction } from '../actions/action-request.ts';
import { getPageMetadata } from '../pages/page.metadata.ts';
import { getPageRequest } from '../request/page-request.ts';

/** What of a route of Express is looked at. Nest puts the metadata of a page's method on its handler. */
interface MetRoute {
  readonly stack: readonly { readonly handle: object }[];
}

/** What a page was asked for, once its route is known; undefined when the route is no page's, or there is none. */
export function findPageKind(
  request: Request,
): 'document' | 'data' | 'prefetch' | 'action' | undefined {
  const handler = (request.route as MetRoute | undefined)?.stack[0]?.handle;
  if (!handler || !getPageMetadata(handler)) return undefined;
  if (isAction(request)) return 'action';
  const { prefetch, format } = getPageRequest(request);
  return prefetch === undefined ? format : 'prefetch';
}
