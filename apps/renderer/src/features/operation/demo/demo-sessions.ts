import { createHash } from 'node:crypto';
import { toItem, toRandom } from './demo-envelope.ts';
import { HOUR_MS, RELEASE_DAYS, USERS } from './demo-project.ts';
import type { DemoProject } from './demo-project.ts';

/** The page of a release shows three days. */
const HOURS = 72;
const USERS_PER_HOUR = 12;
/** Share of sessions that crash: of a release that is worse, and of others. */
const CRASHES = [0.021, 0.004] as const;
/** Projects whose newest release is worse than the one before. */
const WORSE = new Set(['demo-web', 'demo-edge']);

/** Returns an envelope with the sessions of production for each release of the last three days. */
export function toSessionEnvelopes(project: DemoProject, startedAtMs: number): string[] {
  return project.releases.flatMap((release, nth) => {
    const aggregates = Array.from({ length: HOURS }, (_, hour) => hour)
      .filter((hour) => findCurrent(hour) === nth)
      .flatMap((hour) => toAggregates(project, nth, startedAtMs - hour * HOUR_MS));
    if (aggregates.length === 0) return [];
    const attrs = { release, environment: 'production' };
    const header = JSON.stringify({ sent_at: new Date(startedAtMs).toISOString() });
    return [`${header}\n${toItem('sessions', JSON.stringify({ aggregates, attrs }))}\n`];
  });
}

function findCurrent(hour: number): number {
  return RELEASE_DAYS.findLastIndex((began) => began * 24 >= hour);
}

function toAggregates({ slug, releases }: DemoProject, nth: number, atMs: number): object[] {
  const random = toRandom(createHash('md5').update(`${slug} ${atMs}`).digest('hex'), 0);
  const crashes = CRASHES[WORSE.has(slug) && nth === releases.length - 1 ? 0 : 1];
  const busy = 4 + 3 * Math.sin((atMs / HOUR_MS / 24) * 2 * Math.PI);
  return Array.from({ length: USERS_PER_HOUR }, () => {
    const begun = Math.ceil(busy * (0.5 + random()));
    const crashed = random() < crashes * begun ? 1 : 0;
    const unhandled = crashed === 0 && random() < 2 * crashes * begun ? 1 : 0;
    return {
      started: new Date(atMs).toISOString(),
      did: `u-${Math.floor(random() ** 1.5 * USERS)}`,
      exited: begun - crashed - unhandled,
      crashed,
      unhandled,
    };
  });
}
