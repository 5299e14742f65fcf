import type { ReleaseHealth } from './server.ts';

export interface HealthLimit {
  /** Per cent, with at most two decimals. */
  readonly minPercent: number;
  /** A release with fewer sessions is not judged. */
  readonly minSessions: number;
}

export interface JudgedHealth {
  readonly health: ReleaseHealth;
  readonly limit: HealthLimit;
}

function isJudged({ health, limit }: JudgedHealth): boolean {
  return health.sessions >= limit.minSessions;
}

/** Whether a release has enough sessions, and too many of them crashed. Compares whole numbers. */
export function isUnder(judged: JudgedHealth): boolean {
  const { health, limit } = judged;
  const { sessions, crashed } = health;
  const most = sessions * (10_000 - Math.round(limit.minPercent * 100));
  return isJudged(judged) && crashed * 10_000 > most;
}

/** Formats the figures: `web@1.4.0: 98.24 % crash-free sessions, under 99.5 % (22 of 1250 crashed)`. */
export function toHealthText(judged: JudgedHealth): string {
  const { health, limit } = judged;
  const { version, sessions, crashed } = health;
  const numbers = `${crashed} of ${sessions} crashed`;
  if (!isJudged(judged)) {
    return `${version}: crash-free sessions are not judged below ${limit.minSessions} sessions (${numbers})`;
  }
  const against = isUnder(judged) ? 'under' : 'at least';
  return `${version}: ${toPercent(health)} % crash-free sessions, ${against} ${limit.minPercent} % (${numbers})`;
}

/** Rounds down, so that less than the limit never looks like it. */
function toPercent({ sessions, crashed }: ReleaseHealth): number {
  return Math.floor((Math.max(0, sessions - crashed) * 10_000) / sessions) / 100;
}
