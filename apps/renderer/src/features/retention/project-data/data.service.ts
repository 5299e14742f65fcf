import { Injectable } from '@nestjs/common';
import { OutcomeStore } from '#product/recording/outcomes';
import type { DiscardSum, OutcomeDay } from '#product/recording/outcomes';
import { Clock, filterLimits } from '#shared';
import type { Ending, Outcome } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import type { SectionState } from '../../people/menus/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { BoundsService } from '../bounds/index.ts';
import type { EndingGroup } from './data.dto.ts';
import { describeLoss } from './words/loss-words.ts';
import { describeEnding } from './words/outcome-words.ts';
import { findRemedy } from './words/remedies.ts';
import type { Remedy } from './words/remedies.ts';
import { describeUnshown } from './words/unshown-words.ts';

const DAY_MS = 86_400_000;

export const ENDING_GROUPS: Readonly<Record<Outcome, EndingGroup>> = {
  stored: 'taken',
  counted: 'taken',
  forwarded: 'taken',
  duplicate: 'taken',
  filtered: 'filtered',
  rate_limited: 'refused',
  invalid: 'refused',
  failed: 'refused',
};

@Injectable()
export class DataService implements SectionState {
  constructor(
    private readonly outcomes: OutcomeStore,
    private readonly bounds: BoundsService,
    private readonly clock: Clock,
  ) {}

  async describeState(projectId: number): Promise<string> {
    return `${await this.bounds.getDaysKept(projectId)} days`;
  }

  /**
   * Describes the outcomes of the project's items in the last 30 days, including today. Offers only
   * remedies that `access` allows.
   */
  async describe(project: Pick<Project, 'id' | 'slug'>, access: Access) {
    const { id: projectId } = project;
    const nowMs = this.clock.nowMs();
    const { days: count } = filterLimits;
    const lastMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
    const days = Array.from({ length: count }, (_, index) => lastMs - (count - 1 - index) * DAY_MS);
    const range = { fromMs: days[0]!, toMs: nowMs, per: 'hour' } as const;
    const [sums, losses] = await Promise.all([
      this.outcomes.listDays({ projectId, nowMs, days: count }),
      this.outcomes.sumDiscards({ ...range, projectIds: [projectId] }),
    ]);
    const items = sums.filter((each) => !isLossNote(each));
    return {
      days: days.map((startMs) => new Date(startMs).toISOString().slice(0, 10)),
      groups: toGroups(items, days),
      endings: this.describeEndings(items, days, (ending) => findRemedy(ending, project, access)),
      unshown: this.describeUnshown(items),
      losses: toLosses(losses),
    };
  }

  private describeEndings(
    items: readonly OutcomeDay[],
    days: readonly number[],
    remedyOf: (ending: Ending) => Remedy | undefined,
  ) {
    const describe = (item: OutcomeDay) => describeEnding(item, this.outcomes.keptKinds);
    const alike = groupBy(items, (item) =>
      [item.outcome, item.reason, describe(item).detail].join(' '),
    );
    return alike
      .map((sums) => ({
        ...describe(sums[0]!),
        days: addUp(sums, days),
        total: sum(sums),
        remedy: remedyOf(sums[0]!),
      }))
      .toSorted((a, b) => b.total - a.total);
  }

  private describeUnshown(items: readonly OutcomeDay[]) {
    const unshown = items.filter(
      ({ outcome, reason }) => outcome === 'filtered' && reason === 'kind',
    );
    return groupBy(unshown, ({ kind }) => kind)
      .map((sums) => ({
        ...describeUnshown(sums[0]!.kind, this.outcomes.keptKinds),
        total: sum(sums),
      }))
      .toSorted((a, b) => b.total - a.total);
  }
}

/**
 * True for client reports, in which SDKs list their losses. The page shows these losses instead of
 * the reports.
 */
export function isLossNote({ outcome, kind }: Pick<OutcomeDay, 'outcome' | 'kind'>): boolean {
  return outcome === 'stored' && kind === 'internal';
}

function toGroups(items: readonly OutcomeDay[], days: readonly number[]) {
  const of = (group: EndingGroup): number[] =>
    addUp(
      items.filter(({ outcome }) => ENDING_GROUPS[outcome] === group),
      days,
    );
  return { taken: of('taken'), filtered: of('filtered'), refused: of('refused') };
}

function toLosses(sums: readonly DiscardSum[]) {
  return sums
    .map(({ reason, kind, quantity: total }) => ({
      ...describeLoss(reason),
      kind: kind.replaceAll('_', ' '),
      total,
    }))
    .toSorted((a, b) => b.total - a.total);
}

function groupBy(
  items: readonly OutcomeDay[],
  nameOf: (item: OutcomeDay) => string,
): readonly (readonly OutcomeDay[])[] {
  const groups = new Map<string, OutcomeDay[]>();
  for (const item of items) {
    const name = nameOf(item);
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups.values()];
}

function addUp(sums: readonly OutcomeDay[], days: readonly number[]): number[] {
  return days.map((startMs) => sum(sums.filter(({ startsAtMs }) => startsAtMs === startMs)));
}

function sum(sums: readonly { readonly quantity: number }[]): number {
  return sums.reduce((total, { quantity }) => total + quantity, 0);
}
