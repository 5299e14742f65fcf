import { Injectable } from '@nestjs/common';
import { OutcomeStore } from '#product/recording/outcomes';
import { ProjectStore } from '#product/projects/projects';
import type { OutcomeSum } from '#product/recording/outcomes';
import { Clock, to } from '#shared';
import { isRefusal } from '../../retention/bounds/index.ts';
import { describeEnding, describeLoss, isLossNote } from '../../retention/project-data/index.ts';
import type { EndingWords } from '../../retention/project-data/index.ts';
import type { OutcomeLine, RelayState } from './operation.dto.ts';
import { RelayFleet, type RelayView } from './relays/relay-fleet.ts';
import { findOwnSpool } from './relays/seen-relays.ts';

const HOUR_MS = 3_600_000;
/** Full hours before the current one. Together with the current hour, they cover the last day. */
const HOURS_BEFORE = 23;

@Injectable()
export class OperationService {
  constructor(
    private readonly relays: RelayFleet,
    private readonly projects: ProjectStore,
    private readonly outcomes: OutcomeStore,
    private readonly clock: Clock,
  ) {}

  /** Rejects only when the visitor leaves the page. */
  async describeRelays(signal: AbortSignal): Promise<readonly RelayState[]> {
    return toRelayStates(await this.relays.describe(signal));
  }

  /** Describes the last day, for all projects together and for each. */
  async describeOutcomes() {
    const projects = await this.projects.list();
    const nowMs = this.clock.nowMs();
    const of = { projectIds: projects.map(({ id }) => id), toMs: nowMs };
    const lastHour = { ...of, fromMs: nowMs - HOUR_MS, per: 'minute' } as const;
    const lastDay = { ...of, fromMs: nowMs - HOURS_BEFORE * HOUR_MS, per: 'hour' } as const;
    const [hour, day, lostInHour, lostInDay] = await Promise.all([
      this.outcomes.sum(lastHour),
      this.outcomes.sum(lastDay),
      this.outcomes.sumDiscards(lastHour),
      this.outcomes.sumDiscards(lastDay),
    ]);
    const items = day.filter((sum) => !isLossNote(sum));
    const bad = [
      ...items.filter(({ outcome, reason }) => isRefusal(outcome) || reason === 'budget'),
      ...lostInDay.filter(({ reason }) => describeLoss(reason).isBad),
    ];
    const [received, lost] = [sumByProject(items), sumByProject(bad)];
    return {
      lines: [
        ...toLines(items, hour, (sum) => describeEnding(sum, this.outcomes.keptKinds)),
        ...toLines(lostInDay, lostInHour, ({ reason }) => describeLoss(reason)),
      ],
      projects: projects.map(({ id, slug, name }) => ({
        id,
        name,
        data: to('/settings/projects/:slug/data', { slug }),
        received: received.get(id) ?? 0,
        lost: lost.get(id) ?? 0,
      })),
    };
  }
}

/**
 * Removes a spool's name from `heldSpools` when the relay that uses this spool has answered. Relays
 * that share a folder report the same damaged spools, so only the first of these relays shows them.
 */
function toRelayStates(relays: readonly RelayView[]): RelayState[] {
  const own = new Set(relays.flatMap(({ answer }) => (answer.ok ? findOwnSpool(answer.data) : [])));
  const told = new Set<string>();
  return relays.map(({ answer, ...relay }: RelayView) => {
    if (!answer.ok) return { ...relay, ...answer };
    const heldSpools = answer.data.heldSpools.filter((name) => !own.has(name));
    const damagedSpools = answer.data.damagedSpools.filter(({ folder }) => !told.has(folder));
    for (const { folder } of damagedSpools) told.add(folder);
    return { ...relay, ok: true, operation: { ...answer.data, heldSpools, damagedSpools } };
  });
}

type Sum = Pick<OutcomeSum, 'projectId' | 'kind' | 'quantity'> & {
  readonly reason: string;
  readonly outcome?: string;
};

function sumByProject(sums: readonly Sum[]): ReadonlyMap<number, number> {
  const all = new Map<number, number>();
  for (const { projectId, quantity } of sums) {
    all.set(projectId, (all.get(projectId) ?? 0) + quantity);
  }
  return all;
}

/** Adds up the sums of projects by outcome, reason and kind. The largest of the day comes first. */
function toLines<Each extends Sum>(
  day: readonly Each[],
  hour: readonly Each[],
  describe: (sum: Each) => EndingWords,
): OutcomeLine[] {
  const toName = ({ outcome = '', reason, kind }: Sum): string => [outcome, reason, kind].join(' ');
  const lines = new Map<string, OutcomeLine>();
  for (const sum of day) {
    const { kind, quantity } = sum;
    const known = lines.get(toName(sum)) ?? { ...describe(sum), kind, lastHour: 0, lastDay: 0 };
    lines.set(toName(sum), { ...known, lastDay: known.lastDay + quantity });
  }
  for (const sum of hour) {
    const known = lines.get(toName(sum));
    if (known) lines.set(toName(sum), { ...known, lastHour: known.lastHour + sum.quantity });
  }
  const sorted = [...lines].toSorted(
    ([one, a], [other, b]) => b.lastDay - a.lastDay || (one < other ? -1 : 1),
  );
  return sorted.map(([, line]) => line);
}
