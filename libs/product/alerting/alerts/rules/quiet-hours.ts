export interface QuietHours {
  /**
   * Minutes since midnight. The quiet hours end on the next day when `toMinute` is not after
   * `fromMinute`.
   */
  readonly fromMinute: number;
  readonly toMinute: number;
  readonly timeZone: string;
  /** True when the person has switched the quiet hours off but keeps the times for later use. */
  readonly isOff?: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Returns `timeMs`, or the end of the quiet hours that contain it. */
export function toEndOfQuiet(quiet: QuietHours | undefined, timeMs: number): number {
  if (!quiet || quiet.isOff || quiet.fromMinute === quiet.toMinute) return timeMs;
  let endMs = timeMs;
  // When clocks change during the quiet hours, the first round is off by that change. The second
  // round corrects it.
  for (let round = 0; round < 2; round += 1) {
    const minute = toMinuteOfDay(endMs, quiet.timeZone);
    const since = (minute - quiet.fromMinute + DAY_MINUTES) % DAY_MINUTES;
    const length = (quiet.toMinute - quiet.fromMinute + DAY_MINUTES) % DAY_MINUTES;
    if (since >= length) return endMs;
    endMs = Math.floor(endMs / MINUTE_MS) * MINUTE_MS + (length - since) * MINUTE_MS;
  }
  return endMs;
}

function toMinuteOfDay(timeMs: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const [hours = '0', minutes = '0'] = clock.format(timeMs).split(':');
  return Number(hours) * 60 + Number(minutes);
}
