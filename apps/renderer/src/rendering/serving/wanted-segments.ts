import type { PageRequest } from '../request/page-request.ts';

interface Keyed {
  readonly key: string;
}

export interface WantedSegments<Segment> {
  readonly segments: readonly Segment[];
  /** Keys of the segments whose loaders run, because the client needs their data. */
  readonly wanted: ReadonlySet<string>;
}

/**
 * Returns the segments of a chain that a request asks for. A request for one segment that the chain
 * does not have is answered like a request for the page.
 */
export function toWanted<Segment extends Keyed>(
  chain: readonly Segment[],
  { routerState, prefetch, segment }: PageRequest,
): WantedSegments<Segment> {
  const single = chain.filter(({ key }) => key === segment);
  if (single.length > 0) return { segments: single, wanted: toKeys(single) };
  const loadable = prefetch === 'route' ? chain.slice(0, -1) : chain;
  return {
    segments: chain,
    wanted: toKeys(loadable.filter(({ key }) => !routerState.held.has(key))),
  };
}

function toKeys(segments: readonly Keyed[]): Set<string> {
  return new Set(segments.map(({ key }) => key));
}
