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
