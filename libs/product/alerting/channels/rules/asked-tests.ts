import { channelLimits, isAhead } from '#shared';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A test message that somebody requested. `of` is `channel:3` or `rule:7`. */
export interface AskedTest {
  readonly of: string;
  readonly atMs: number;
}

/**
 * Returns when the next test is allowed: `nowMs`, or later after too many tests. `asked` must be
 * sorted, oldest first.
 */
export function findNextTest(asked: readonly AskedTest[], of: string, nowMs: number): number {
  const own = asked.filter((each) => each.of === of);
  return Math.max(
    nowMs,
    toEnd(own, channelLimits.testsPerMinute, MINUTE_MS),
    toEnd(asked, channelLimits.testsPerHour, HOUR_MS),
  );
}

export function keepCounted(asked: readonly AskedTest[], nowMs: number): readonly AskedTest[] {
  return asked.filter(({ atMs }) => atMs > nowMs - HOUR_MS && !isAhead(atMs, nowMs));
}

function toEnd(asked: readonly AskedTest[], most: number, withinMs: number): number {
  const first = asked.at(-most);
  return first ? first.atMs + withinMs : 0;
}
