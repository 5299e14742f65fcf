import type { ReleaseHealth } from './server.ts';

export interface HealthLimit {
  /** Per cent, with at most two decimals. */
  readonly minPercent: number;
  /** A release with fewer sessions is not judged. */
  readonly minSessions: number;
  /** Set when sessions with unhandled errors count like crashed ones. */
  readonly withUnhandled?: true;
}

export interface JudgedHealth {
  readonly health: ReleaseHealth;
  readonly limit: HealthLimit;
}

interface Numbers {
  readonly sessions: number;
  readonly bad: number;
}

/** Returns the sessions that a limit looks at: none where the server does not say which failed. */
export function toNumbers({ health, limit }: JudgedHealth): Numbers {
  const { sessions, crashed, failed = 0, failedOf = 0 } = health;
  return limit.withUnhandled ? { sessions: failedOf, bad: failed } : { sessions, bad: crashed };
}

/** Whether a release has enough sessions, and too many of them were bad. Compares whole numbers. */
export function isUnder(judged: JudgedHealth): boolean {
  const { minPercent, minSessions } = judged.limit;
  const { sessions, bad } = toNumbers(judged);
  const most = sessions * (10_000 - Math.round(minPercent * 100));
  return sessions >= minSessions && bad * 10_000 > most;
}

/** Formats the figures: `web@1.4.0: 98.24 % crash-free sessions, under 99.5 % (22 of 1250 crashed)`. */
export function toHealthText(judged: JudgedHealth): string {
  const { minPercent, minSessions, withUnhandled } = judged.limit;
  const { version } = judged.health;
  const numbers = toNumbers(judged);
  const { sessions, bad } = numbers;
  const [what, ended] = withUnhandled
    ? ['sessions without unhandled errors', 'crashed or had one']
    : ['crash-free sessions', 'crashed'];
  const counted = `${bad} of ${sessions} ${ended}`;
  if (sessions < minSessions) {
    return `${version}: ${what} are not judged below ${minSessions} sessions (${counted})`;
  }
  const against = isUnder(judged) ? 'under' : 'at least';
  return `${version}: ${toPercent(numbers)} % ${what}, ${against} ${minPercent} % (${counted})`;
}

/** Rounds down, so that less than the limit never looks like it. */
function toPercent({ sessions, bad }: Numbers): number {
  return Math.floor((Math.max(0, sessions - bad) * 10_000) / sessions) / 100;
}
