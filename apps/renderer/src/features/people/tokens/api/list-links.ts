import type { Response } from 'express';

const MOST = 100;
const COUNT = /^[1-9]\d{0,4}$/;

/** A neighbour of the shown page of a list: where it begins, and whether it has rows. */
export interface Neighbour {
  readonly cursor: string;
  readonly isThere: boolean;
}

/** How many rows a program asks for, by `per_page` or `limit`: 1 to 100. */
export function readLimit({ searchParams }: URL): number {
  const count = searchParams.get('per_page') ?? searchParams.get('limit') ?? '';
  return COUNT.test(count) ? Math.min(Number(count), MOST) : MOST;
}

/** Says in the header `Link` where the pages before and after begin, as clients of Sentry's API read it. */
export function tellNeighbours(
  response: Response,
  address: URL,
  { previous, next }: { readonly previous: Neighbour; readonly next: Neighbour },
): void {
  const links = [toLink(address, 'previous', previous), toLink(address, 'next', next)];
  response.set('Link', links.join(', '));
}

function toLink(address: URL, rel: string, { cursor, isThere }: Neighbour): string {
  const there = new URL(address);
  there.searchParams.set('cursor', cursor);
  return `<${there.href}>; rel="${rel}"; results="${isThere}"; cursor="${cursor}"`;
}
