import { createHash } from 'node:crypto';
import { toItem, toRandom } from './demo-envelope.ts';
import { HOUR_MS, RELEASE_DAYS, USERS } from './demo-project.ts';
import type { DemoProject } from './demo-project.ts';

/** Relays take sessions of the last five days. */
const HOURS = 118;
/** The page of a release shows three days by hour. Earlier sessions are sent for two hours each. */
const EACH_HOUR = 72;
/** Users in an hour: of the current release, and of those before, which some have not left. */
const USERS_PER_HOUR = [12, 3, 2];
/** Share of sessions that crash, of each release. */
const CRASHES = [0.004, 0.004, 0.004, 0.03, 0.004, 0.021];
/** Projects whose newest release is worse than the one before. */
const WORSE = new Set(['demo-web', 'demo-edge']);

/** Returns an envelope with the sessions of production for each release of the last days. */
export function toSessionEnvelopes(project: DemoProject, startedAtMs: number): string[] {
  return project.releases.flatMap((release, nth) => {
    const aggregates = Array.from({ length: HOURS }, (_, hour) => hour)
      .filter((hour) => hour < EACH_HOUR || hour % 2 === 0)
      .flatMap((hour) => toAggregates(project, nth, { hour, startedAtMs }));
    if (aggregates.length === 0) return [];
    const attrs = { release, environment: 'production' };
    const header = JSON.stringify({ sent_at: new Date(startedAtMs).toISOString() });
    return [`${header}\n${toItem('sessions', JSON.stringify({ aggregates, attrs }))}\n`];
  });
}

function findCurrent(hour: number): number {
  return RELEASE_DAYS.findLastIndex((began) => began * 24 >= hour);
}

function toAggregates(
  { slug, releases }: DemoProject,
  nth: number,
  { hour, startedAtMs }: Readonly<Record<'hour' | 'startedAtMs', number>>,
): object[] {
  const atMs = startedAtMs - hour * HOUR_MS;
  const random = toRandom(createHash('md5').update(`${slug} ${nth} ${atMs}`).digest('hex'), 0);
  const isCalm = !WORSE.has(slug) && nth === releases.length - 1;
  const crashes = CRASHES[isCalm ? nth - 1 : nth]!;
  const busy = 4 + 3 * Math.sin((atMs / HOUR_MS / 24) * 2 * Math.PI);
  return Array.from({ length: USERS_PER_HOUR[findCurrent(hour) - nth] ?? 0 }, () => {
    const begun = (hour < EACH_HOUR ? 1 : 2) * Math.ceil(busy * (0.5 + random()));
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
