import { Injectable } from '@nestjs/common';
import { OutcomeStore, ProjectStore } from '#persistence';
import type { DiscardSum, OutcomeSum } from '#persistence';
import { Clock } from '#shared';
import type { LossLine, OutcomeLine, ProjectOutcomes, RelayState } from './operation.dto.ts';
import { RelayFleet, type RelayView } from './relays/relay-fleet.ts';
import { findOwnSpool } from './relays/seen-relays.ts';

const HOUR_MS = 3_600_000;
/** With the hour that has begun. */
const HOURS_BEFORE = 23;

/** What those who run Errata look at. */
@Injectable()
export class OperationService {
  constructor(
    private readonly relays: RelayFleet,
    private readonly projects: ProjectStore,
    private readonly outcomes: OutcomeStore,
    private readonly clock: Clock,
  ) {}

  /** How the relays do. Rejects only when the visitor leaves. */
  async describeRelays(signal: AbortSignal): Promise<readonly RelayState[]> {
    return toRelayStates(await this.relays.describe(signal));
  }

  /** Of all projects, in the last hour and in the last day. */
  async listOutcomes(): Promise<ProjectOutcomes[]> {
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
    return projects
      .map(({ id, name }) => ({
        project: name,
        lines: toLines(ofProject(hour, id), ofProject(day, id)),
        losses: toLosses(ofProject(lostInHour, id), ofProject(lostInDay, id)),
      }))
      .filter(({ lines, losses }) => lines.length > 0 || losses.length > 0)
      .toSorted((a, b) => a.project.localeCompare(b.project, 'en'));
  }
}

/**
 * Spools that relays beside each other have are none that nobody could look into. Damaged ones of a folder that several
 * share are shown once, with the first of them.
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

function ofProject<Sum extends { readonly projectId: number }>(
  sums: readonly Sum[],
  id: number,
): Sum[] {
  return sums.filter(({ projectId }) => projectId === id);
}

/** Of the last hour all is in the last day. */
function toLines(hour: readonly OutcomeSum[], day: readonly OutcomeSum[]): OutcomeLine[] {
  return day
    .filter((sum) => !isLossNote(sum))
    .map(({ outcome, reason, kind, quantity: lastDay }) => {
      const lastHour = hour.find(
        (sum) => sum.outcome === outcome && sum.reason === reason && sum.kind === kind,
      );
      return { outcome, reason, kind, lastHour: lastHour?.quantity ?? 0, lastDay };
    })
    .toSorted((a, b) => b.lastDay - a.lastDay || (toName(a) < toName(b) ? -1 : 1));
}

/** A client report is no loss itself: the page shows the losses in it. */
function isLossNote({ outcome, kind }: OutcomeSum): boolean {
  return outcome === 'stored' && kind === 'internal';
}

function toLosses(hour: readonly DiscardSum[], day: readonly DiscardSum[]): LossLine[] {
  return day
    .map(({ reason, kind, quantity: lastDay }) => {
      const lastHour = hour.find((sum) => sum.reason === reason && sum.kind === kind);
      return { reason, kind, lastHour: lastHour?.quantity ?? 0, lastDay };
    })
    .toSorted(
      (a, b) =>
        b.lastDay - a.lastDay || (`${a.reason} ${a.kind}` < `${b.reason} ${b.kind}` ? -1 : 1),
    );
}

function toName({ outcome, reason, kind }: OutcomeLine): string {
  return [outcome, reason, kind].join();
}
