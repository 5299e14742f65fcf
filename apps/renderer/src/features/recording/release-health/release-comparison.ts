import { Injectable } from '@nestjs/common';
import { ReleaseHealthStore, ReleaseListStore } from '#product/recording/release-health';
import type { ListedRelease, ReleaseEdge, SummedSessions } from '#product/recording/release-health';
import {
  choosePeriod,
  daysAround,
  judgeRelease,
  sinceYesterday,
  toReleaseNumbers,
} from '#product/recording/release-health/rules';
import type { ReleaseDay, ReleaseVerdict } from '#product/recording/release-health/rules';
import { sessionLimits } from '#shared';
import { toReleaseAddress } from './release-address.pipe.ts';
import { toFigures } from './release-figures.ts';
import type { OtherRelease, ReleaseHour } from './release-health.dto.ts';

export const HOUR_MS = 3_600_000;
export const HOURS = 72;
const CHOICES = 10;
const SUGGESTIONS = 60;

interface Comparison {
  readonly project: string | undefined;
  readonly wanted: string | undefined;
  readonly nowMs: number;
  readonly firstHourMs: number;
}

@Injectable()
export class ReleaseComparison {
  constructor(
    private readonly releases: ReleaseListStore,
    private readonly health: ReleaseHealthStore,
  ) {}

  /** Reads the figures of the release, and those of the one with which it is compared. */
  async read(release: ListedRelease, { project, wanted, nowMs, firstHourMs }: Comparison) {
    const { version, firstSeenMs, projectIds } = release;
    const isChosen = wanted !== undefined && wanted !== version;
    const [earlier, newest, chosen] = await Promise.all([
      this.releases.listEarlier(release),
      this.releases.list({ projectIds, limit: SUGGESTIONS }),
      isChosen ? this.releases.find(wanted, projectIds) : undefined,
    ]);
    const before = earlier.slice(0, CHOICES);
    const other = chosen ?? before[0];
    const compared = [version, ...(other ? [other.version] : [])];
    const days = await this.health.listDays([...compared, ...before.map((each) => each.version)], {
      projectIds,
      sinceMs: nowMs - sessionLimits.hoursKeptMs,
    });
    const daysOf = (name: string): readonly ReleaseDay[] =>
      days.filter((day) => day.release === name);
    const judge = (name: string): ReleaseVerdict =>
      judgeRelease(daysOf(version), daysOf(name), { firstSeenMs, nowMs });
    const current = sinceYesterday(nowMs);
    const period = choosePeriod(daysOf(version), current);
    const isOfAllDays = period.sinceMs < current.sinceMs;
    const sums = await this.health.sumByRelease({ projectIds, ...current, versions: compared });
    const ownSums = isOfAllDays
      ? await this.health.sumByRelease({ projectIds, ...period, versions: [version] })
      : sums;
    const { adoption } = toReleaseNumbers(sums, release);
    const isShown = new Set([version, ...before.map((each) => each.version)]);
    return {
      /** The one before of the same package, in the same projects. */
      previous: before[0],
      props: {
        figures: { ...toFigures(ownSums, release), adoption },
        isOfAllDays,
        other: other
          ? {
              ...(await this.toOther(other, { daysOf, release, sums, project })),
              verdict: judge(other.version),
              hours: chosen ? await this.listHours(chosen, firstHourMs) : undefined,
            }
          : undefined,
        unknown: isChosen && !chosen ? wanted : undefined,
        choices: before.flatMap(({ version: name, firstSeenMs: atMs }) => {
          const href = toReleaseAddress(version, { project, with: name });
          return href ? [{ version: name, href, firstSeenMs: atMs, verdict: judge(name) }] : [];
        }),
        suggestions: newest.map((each) => each.version).filter((each) => !isShown.has(each)),
      },
    };
  }

  /**
   * Nobody may use the other release any more. Its shares without crashes are therefore those of the
   * days when the shown release came, or of all its days.
   */
  private async toOther(
    other: ReleaseEdge,
    {
      daysOf,
      release,
      sums,
      project,
    }: Pick<Comparison, 'project'> & {
      readonly daysOf: (version: string) => readonly ReleaseDay[];
      readonly release: ListedRelease;
      readonly sums: SummedSessions;
    },
  ): Promise<Omit<OtherRelease, 'verdict'>> {
    const { version, firstSeenMs } = other;
    const { projectIds } = release;
    const period = choosePeriod(daysOf(version), daysAround(release.firstSeenMs));
    const then = toReleaseNumbers(
      await this.health.sumByRelease({ projectIds, ...period, versions: [version] }),
      { version, projectIds },
    );
    const { crashFree, unhandledFree, crashFreeUsers } = then;
    const { adoption } = toReleaseNumbers(sums, { version, projectIds });
    return {
      version,
      href: toReleaseAddress(version, { project }),
      firstSeenMs,
      figures: { adoption, crashFree, unhandledFree, crashFreeUsers },
    };
  }

  /** Lists every hour since the first one. */
  async listHours(
    { version, projectIds }: ListedRelease,
    firstHourMs: number,
  ): Promise<ReleaseHour[]> {
    const query = { projectIds, sinceMs: firstHourMs };
    return toEveryHour(await this.health.listHours(version, query), firstHourMs);
  }
}

function toEveryHour(hours: readonly ReleaseHour[], firstHourMs: number): ReleaseHour[] {
  const known = new Map(hours.map((hour) => [hour.startsAtMs, hour]));
  return Array.from({ length: HOURS }, (_, index) => {
    const startsAtMs = firstHourMs + index * HOUR_MS;
    return known.get(startsAtMs) ?? { startsAtMs, sessions: 0, crashed: 0 };
  });
}
