import type { Response } from 'express';

const MOST = 100;
const COUNT = /^[1-9]\d{0,4}$/;

export interface Neighbour {
  readonly cursor: string;
  readonly hasRows: boolean;
}

export function readLimit({ searchParams }: URL): number {
  const count = searchParams.get('per_page') ?? searchParams.get('limit') ?? '';
  return COUNT.test(count) ? Math.min(Number(count), MOST) : MOST;
}

/** Sets the header `Link` to the previous and next page, in the format of Sentry's API. */
export function setLinkHeader(
  response: Response,
  address: URL,
  { previous, next }: { readonly previous: Neighbour; readonly next: Neighbour },
): void {
  const links = [toLink(address, 'previous', previous), toLink(address, 'next', next)];
  response.set('Link', links.join(', '));
}

function toLink(address: URL, rel: string, { cursor, hasRows }: Neighbour): string {
  const there = new URL(address);
  there.searchParams.set('cursor', cursor);
  return `<${there.href}>; rel="${rel}"; results="${hasRows}"; cursor="${cursor}"`;
}
