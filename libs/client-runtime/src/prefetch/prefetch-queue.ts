import { runtimeLimits } from '#shared';

/** A request's key is the address of its page, or the name of a shape, which is none. */
const isPage = (key: string): boolean => key.startsWith('/');

/** Which of the requests that wait, most urgent first, start now: all shapes come before any page's data. */
export function listNext(waiting: readonly string[], inFlight: readonly string[]): string[] {
  const shapes = waiting.filter((key) => !isPage(key));
  const pages = waiting
    .filter(isPage)
    .slice(0, runtimeLimits.segmentRequestsAtOnce - inFlight.filter(isPage).length);
  return [...shapes, ...pages].slice(0, runtimeLimits.prefetchTasksAtOnce - inFlight.length);
}

/** The oldest of the requests that leave no slot to this one; undefined where one is free. `inFlight`: oldest first. */
export function findInTheWay(key: string, inFlight: readonly string[]): string | undefined {
  if (listNext([key], inFlight).length > 0) return undefined;
  const pages = inFlight.filter(isPage);
  const isFullOfPages = pages.length >= runtimeLimits.segmentRequestsAtOnce;
  return isPage(key) && isFullOfPages ? pages[0] : inFlight[0];
}
