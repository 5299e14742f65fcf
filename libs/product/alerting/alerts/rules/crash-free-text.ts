import { formatShare } from '#product/recording/release-health/rules';

/** Least share of sessions that do not crash, or have no unhandled error either. */
export interface CrashFreeLimit {
  /** Per cent, with at most two decimals. */
  readonly percent: number;
  readonly hours: number;
  /** Releases with fewer sessions are not judged. */
  readonly minSessions: number;
  /** Set when sessions with unhandled errors count like crashed ones. */
  readonly withUnhandled?: true | undefined;
}

export interface SessionNumbers {
  readonly sessions: number;
  /** Sessions with unhandled errors included, where the limit is `withUnhandled`. */
  readonly crashed: number;
}

/** The release of the firing fell under the limit, or is no longer under it. */
export interface CrashFreeReason extends SessionNumbers {
  readonly kind: 'crashFree';
  readonly isUnder: boolean;
  readonly percent: number;
  readonly hours: number;
  readonly withUnhandled?: true | undefined;
  /** Another release that fell before, and may still be under the limit. */
  readonly fellBefore?: string;
}

/** Formats the figures: `98.24 % crash-free sessions, under 99.5 %`. */
export function toCrashFreeText(reason: CrashFreeReason): string {
  const share = `${toShareText(reason)} ${toSoundSessions(reason)}`;
  const { isUnder, percent, fellBefore } = reason;
  if (isUnder) return `${share}, under ${percent} %`;
  if (fellBefore === undefined) return `${share}, no longer under ${percent} %`;
  return `${share}, not under ${percent} %; ${fellBefore} had fallen`;
}

/** Names the sessions that are well: `crash-free sessions`. */
export function toSoundSessions({ withUnhandled }: Pick<CrashFreeLimit, 'withUnhandled'>): string {
  return withUnhandled ? 'sessions without unhandled errors' : 'crash-free sessions';
}

export function toShareText({ sessions, crashed }: SessionNumbers): string {
  return formatShare(1 - crashed / sessions);
}

/** Formats the numbers behind the share: `22 of 1,250 sessions crashed in 24 hours`. */
export function toSessionsText(
  { sessions, crashed }: SessionNumbers,
  { hours, withUnhandled }: Pick<CrashFreeLimit, 'hours' | 'withUnhandled'>,
): string {
  const [some, all] = [crashed, sessions].map((count) => count.toLocaleString('en-US'));
  const what = withUnhandled ? 'crashed or had an unhandled error' : 'crashed';
  return `${some} of ${all} ${sessions === 1 ? 'session' : 'sessions'} ${what} in ${toHoursText(hours)}`;
}

export function toHoursText(hours: number): string {
  return hours === 1 ? 'an hour' : `${hours} hours`;
}
