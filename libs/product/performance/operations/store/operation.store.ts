import { sql } from 'kysely';
import { type Clock, type OperationKind, spanLimits } from '#shared';
import { DAY_MS, type KyselyDatabase, type Capability } from '#persistence/stores';
import {
  type AskedCounts,
  OTHERS,
  type SegmentFilter,
  SpanReading,
  spanSteps,
  SpanTotal,
} from '#product/performance/segments';
import type { OperationRow } from './operation.types.ts';

/** Reads what segments wait for. All methods reject with `database.unavailable`. */
export class OperationStore {
  readonly #database: KyselyDatabase;
  readonly #clock: Clock;
  readonly #reading: SpanReading;

  constructor(database: KyselyDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#reading = new SpanReading(database, clock);
  }

  /**
   * Lists the operations beneath a segment, those with most time first. Operations are counted by
   * hour and release for three days, and by day of all releases for longer times.
   */
  async listOf(segmentId: number, filter: SegmentFilter): Promise<readonly OperationRow[]> {
    const steps = { steps: [spanSteps.hour], byRelease: false };
    const asked = this.#reading.ask(filter, steps);
    const ofSegment = sql<boolean>`n.segment_id = ${segmentId}
      and n.project_id in ${this.#reading.toIds(filter.projectIds)}`;
    const { rows: names } = await sql<{ id: number; kind: OperationKind; name: string }>`
      select n.id, n.kind, n.name from span_names n where ${ofSegment}`.execute(
      this.#database.kysely,
    );
    const ids = names.map(({ id }) => id);
    const read = async (counts: AskedCounts) =>
      SpanTotal.sumBy(
        await this.#reading.listRows(counts, [segmentId, ...ids]),
        ({ name_id }) => name_id,
      );
    const totals = await read(asked);
    const { fromMs } = asked;
    const earlier = { ...filter, fromMs: 2 * fromMs - filter.toMs, toMs: fromMs };
    const isKept = this.#clock.nowMs() - earlier.fromMs <= spanLimits.daysKeptMs + DAY_MS;
    const before = isKept
      ? await read(this.#reading.ask({ ...earlier, release: undefined }, steps))
      : new Map<number, SpanTotal>();
    const changes = await this.#reading.listChanges(filter, ofSegment);
    const { requests = 0 } = totals.get(segmentId)?.toTotals() ?? {};
    const { requests: requestsBefore = 0 } = before.get(segmentId)?.toTotals() ?? {};
    const counted = names.flatMap(({ id, kind, name }) => {
      const total = totals.get(id);
      const { totalMs: beforeMs = 0 } = before.get(id)?.toTotals() ?? {};
      return total ? { id, kind, name, most: total.most, sum: total.toTotals(), beforeMs } : [];
    });
    const allMs = counted.reduce((all, { sum }) => all + sum.totalMs, 0);
    return counted
      .toSorted((a, b) => b.sum.totalMs - a.sum.totalMs)
      .map(({ id, kind, name, most, sum, beforeMs }): OperationRow => {
        const change = changes.get(id);
        return {
          kind: (kind as string) === OTHERS ? 'other' : kind,
          name,
          calls: sum.requests,
          callsPerRequest: requests > 0 ? sum.requests / requests : 0,
          failed: sum.failed,
          msPerRequest: requests > 0 ? sum.totalMs / requests : 0,
          msBefore: requestsBefore > 0 ? beforeMs / requestsBefore : undefined,
          totalMs: sum.totalMs,
          share: allMs > 0 ? sum.totalMs / allMs : 0,
          p95Ms: sum.p95Ms,
          most,
          change,
        };
      });
  }
}

/** Operations are counted with their segments, in the tables of these. */
export const operations = {
  tables: [],
  migrations: [],
  stores: {
    operations: {
      port: OperationStore,
      open: (database, { clock }) => new OperationStore(database, clock),
    },
  },
} as const satisfies Capability;
