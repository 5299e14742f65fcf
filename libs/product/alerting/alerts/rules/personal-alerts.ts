/** What a person is told by mail. */
export interface PersonalAlerts {
  /** What the rules of their projects tell the members. */
  readonly ofProjects: boolean;
  readonly assigned: boolean;
  readonly mentioned: boolean;
  /** Comments on issues that are theirs, or that they have commented. */
  readonly commented: boolean;
  /** How Errata itself does; of owners. */
  readonly operator: boolean;
  /** Nothing comes in these hours; what came up meanwhile comes after them. Absent: at any time. */
  readonly quiet?: QuietHours | undefined;
}

export interface QuietHours {
  /** Minutes of the day; where the end is not later it is on the next day. */
  readonly fromMinute: number;
  readonly toMinute: number;
  /** By its IANA name. */
  readonly timeZone: string;
  /** They are kept for later, and hold no mail back. */
  readonly isOff?: boolean;
}

export const defaultPersonalAlerts: PersonalAlerts = {
  ofProjects: true,
  assigned: true,
  mentioned: true,
  commented: true,
  operator: true,
};

export const noPersonalAlerts: PersonalAlerts = {
  ofProjects: false,
  assigned: false,
  mentioned: false,
  commented: false,
  operator: false,
};

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** `timeMs`, or the end of the quiet hours that it falls in. */
export function toEndOfQuiet(quiet: QuietHours | undefined, timeMs: number): number {
  if (!quiet || quiet.isOff || quiet.fromMinute === quiet.toMinute) return timeMs;
  let endMs = timeMs;
  // The clock may be put forward or back on the way: then the first end is an hour off.
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
