import type { ByProject, ProjectRelease, ReleaseDaySums } from '#product/recording/release-health';
import {
  choosePeriod,
  formatShare,
  judgeRelease,
  listCrashFree,
  sinceYesterday,
  sumDays,
  toShareWithout,
} from '#product/recording/release-health/rules';
import type { ReleaseDay } from '#product/recording/release-health/rules';
import { toLinePath } from '../../../charts/index.ts';
import type { ReleaseRow } from './release-health.dto.ts';

/** Size of the line in pixels. */
const LINE = { width: 96, height: 24, most: 1 };

export type JudgedRelease = ProjectRelease &
  Pick<ReleaseRow, 'verdict' | 'crashFree' | 'unhandledFree'> & {
    readonly days: readonly ReleaseDay[];
  };

/** Judges releases of one project, each by the one before. */
export function judgeListed(
  releases: readonly ProjectRelease[],
  {
    previous,
    days,
    nowMs,
  }: {
    readonly previous: ByProject<string>;
    readonly days: readonly ReleaseDaySums[];
    readonly nowMs: number;
  },
): readonly JudgedRelease[] {
  const { projectId } = releases[0]!;
  const ofProject = days.filter((day) => day.projectId === projectId);
  const daysOf = (name: string): readonly ReleaseDay[] =>
    ofProject.filter(({ release }) => release === name);
  return releases.map((release) => {
    const { version, firstSeenMs } = release;
    const before = previous.get(projectId)?.get(version);
    const own = daysOf(version);
    const sums = sumDays(own, choosePeriod(own, sinceYesterday(nowMs)));
    return {
      ...release,
      days: own,
      crashFree: toShareWithout(sums.crashed, sums.sessions),
      unhandledFree: toShareWithout(sums.failed, sums.failedOf),
      verdict:
        before === undefined
          ? undefined
          : judgeRelease(own, daysOf(before), { firstSeenMs, nowMs }),
    };
  });
}

/** Draws the crash-free share by day, and tells its least and its last number. */
export function toLine(
  days: readonly ReleaseDay[],
  { least, nowMs }: { readonly least: number; readonly nowMs: number },
): Pick<ReleaseRow, 'line' | 'told'> {
  const shares = listCrashFree(days, nowMs);
  const known = shares.filter((share) => share !== undefined);
  if (known.length === 0) return { line: '', told: 'No sessions in 14 days' };
  const lowest = formatShare(Math.min(...known), 1);
  const told = `14 days: at least ${lowest} crash-free a day, ${formatShare(known.at(-1)!, 1)} on the last`;
  return { line: toLinePath(shares, { ...LINE, least }), told };
}
