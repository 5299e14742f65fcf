import { runtimeLimits } from '#page-protocol';

/**
 * Returns whether a key is the address of a page. Other keys are names of shapes, which do not
 * begin with a slash.
 */
const isPage = (key: string): boolean => key.startsWith('/');

/** Sorts keys of shapes before those of pages. Otherwise the order stays. */
export function sortByUrgency(waiting: readonly string[]): string[] {
  return waiting.toSorted((a, b) => +isPage(a) - +isPage(b));
}

/**
 * Returns the key of the request to abort so that the request of `key` gets a slot: the oldest
 * page, otherwise the oldest request. Returns undefined when a slot is free. `inFlight` is sorted,
 * oldest first.
 */
export function findRequestToAbort(key: string, inFlight: readonly string[]): string | undefined {
  const pages = inFlight.filter(isPage);
  if (
    inFlight.length >= runtimeLimits.prefetchTasksAtOnce ||
    (isPage(key) && pages.length >= runtimeLimits.segmentRequestsAtOnce)
  )
    return pages[0] ?? inFlight[0];
  return undefined;
}
