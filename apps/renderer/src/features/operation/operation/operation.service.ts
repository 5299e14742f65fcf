import { Injectable } from '@nestjs/common';
import { OutcomeStore } from '#product/recording/outcomes';
import { ProjectStore } from '#product/projects/projects';
import type { DiscardSum, OutcomeSum } from '#product/recording/outcomes';
import { Clock, to } from '#shared';
import { describeEnding, describeLoss } from '../../retention/project-data/index.ts';
import type { EndingWords } from '../../retention/project-data/index.ts';
import type { OutcomeLine, ProjectOutcomes, RelayState } from './operation.dto.ts';
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
      .map(({ id, slug, name }) => ({
        project: name,
        data: to('/settings/projects/:slug/data', { slug }),
        lines: [
          ...toLines(ofProject(hour, id), ofProject(day, id)),
          ...toLosses(ofProject(lostInHour, id), ofProject(lostInDay, id)),
        ],
      }))
      .filter(({ lines }) => lines.length > 0)
      .toSorted((a, b) => a.project.localeCompare(b.project, 'en'));
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

function ofProject<Sum extends { readonly projectId: number }>(
  sums: readonly Sum[],
  id: number,
): Sum[] {
  return sums.filter(({ projectId }) => projectId === id);
}

function toLines(hour: readonly OutcomeSum[], day: readonly OutcomeSum[]): OutcomeLine[] {
  const lines = day
    .filter((sum) => !isLossNote(sum))
    .map((sum) => {
      const lastHour = hour.find(
        ({ outcome, reason, kind }) =>
          sum.outcome === outcome && sum.reason === reason && sum.kind === kind,
      );
      return toLine(sum, lastHour?.quantity, describeEnding(sum));
    });
  return lines.toSorted(byDay);
}

/**
 * True for client reports, in which SDKs list their losses. The page shows these losses instead of
 * the reports.
 */
function isLossNote({ outcome, kind }: OutcomeSum): boolean {
  return outcome === 'stored' && kind === 'internal';
}

function toLosses(hour: readonly DiscardSum[], day: readonly DiscardSum[]): OutcomeLine[] {
  const lines = day.map((sum) => {
    const lastHour = hour.find(({ reason, kind }) => sum.reason === reason && sum.kind === kind);
    return toLine(sum, lastHour?.quantity, describeLoss(sum.reason));
  });
  return lines.toSorted(byDay);
}

function toLine(
  { kind, quantity: lastDay }: Pick<OutcomeSum, 'kind' | 'quantity'>,
  lastHour: number | undefined,
  words: EndingWords,
): OutcomeLine {
  return { ...words, kind, lastHour: lastHour ?? 0, lastDay };
}

function byDay(a: OutcomeLine, b: OutcomeLine): number {
  return b.lastDay - a.lastDay || (toName(a) < toName(b) ? -1 : 1);
}

function toName({ title, detail = '', kind }: OutcomeLine): string {
  return [title, detail, kind].join();
}
