import { channelLimits, formatUtc } from '#shared';

export const NO_CHANNEL = 'There is no such channel any more.';

/**
 * Returns the message for a test that is refused because too many tests were sent. `againMs` is the
 * Unix time in ms from which the next test may be sent.
 */
export function describeTestBound(againMs: number): string {
  const { testsPerMinute, testsPerHour } = channelLimits;
  return `Errata sends at most ${testsPerHour} tests an hour, and ${testsPerMinute} a minute of one channel or rule. The next can be sent at ${formatUtc(againMs)}.`;
}
