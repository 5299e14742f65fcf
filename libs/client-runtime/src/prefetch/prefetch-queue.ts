import { runtimeLimits } from '#shared';

/** A request's key is the address of its page, or the name of a shape, which is none. */
const isPage = (key: string): boolean => key.startsWith('/');

/** Requests that wait, most urgent first: all shapes come before any page's data. */
export function toOrder(waiting: readonly string[]): string[] {
  return [...waiting.filter((key) => !isPage(key)), ...waiting.filter(isPage)];
}

/**
 * The request under way that leaves no slot to this one: the oldest for a page's data, or else the oldest. Undefined
 * where a slot is free. `inFlight`: oldest first.
 */
export function findInTheWay(key: string, inFlight: readonly string[]): string | undefined {
  const pages = inFlight.filter(isPage);
  if (
    inFlight.length >= runtimeLimits.prefetchTasksAtOnce ||
    (isPage(key) && pages.length >= runtimeLimits.segmentRequestsAtOnce)
  )
    return pages[0] ?? inFlight[0];
  return undefined;
}
