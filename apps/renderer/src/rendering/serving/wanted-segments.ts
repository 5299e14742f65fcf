import type { PageRequest } from '../request/page-request.ts';

interface Keyed {
  readonly key: string;
}

export interface WantedSegments<Segment> {
  /** What line 1 lists. */
  readonly segments: readonly Segment[];
  /** Keys of those whose data it carries; loaders of the others do not run. */
  readonly wanted: ReadonlySet<string>;
}

/**
 * Which segments of a chain a request asks for. One that asks for a single segment which the chain
 * does not have is answered as if it had not.
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
