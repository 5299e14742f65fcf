import { formatBytes } from '#shared';
import type { SpanSettings } from '#shared';

/** Bounds the estimate of a day, by the 25 MB that a day of 200 names may take. */
const MOST_DAY_BYTES = 60_000_000;
/** A row of counts for each span, where so few come that most are alone in their hour. */
const BYTES_PER_SPAN = 110;
const HOURS = 24;

interface SpanRoom {
  /** Spans that came in the last hour, and in the day before it. */
  readonly lastHour: number;
  readonly before: number;
  readonly bytes: number;
  /** 0 for no bound. */
  readonly mostBytes: number;
}

/** Says what spans of a project take, or what those of a day would take. */
export function describeSpans(
  taken: SpanSettings['taken'],
  { lastHour, before, bytes, mostBytes }: SpanRoom,
): string {
  const came = `Spans and transactions of the last hour: ${lastHour.toLocaleString('en')}.`;
  const bound = mostBytes > 0 ? ` of the ${formatBytes(mostBytes)} that they may take` : '';
  if (taken !== 'asked') return `${came} Counts take about ${formatBytes(bytes)}${bound}.`;
  if (lastHour === 0 || before === 0) {
    return `${came} After an hour of them, this line says what a day would take.`;
  }
  const day = formatBytes(Math.min(MOST_DAY_BYTES, lastHour * HOURS * BYTES_PER_SPAN));
  return `${came} They did not count. A day of them would take about ${day}${bound}.`;
}
