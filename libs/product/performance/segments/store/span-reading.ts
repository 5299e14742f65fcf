import { type RawBuilder, sql } from 'kysely';
import { type Clock, spanLimits } from '#shared';
import { type KyselyDatabase, toBucketStart, toIdList, toIdParameter } from '#persistence/stores';
import { UNNAMED } from '#product/recording/counts';
import { DurationHistogram } from '../rules/duration-histogram.ts';
import type { SlowerRelease, SpanCountsTable } from './segment.tables.ts';
import type { SegmentChange, SegmentFilter, SegmentTotals } from './segment.types.ts';
import { addNumbers, STEP_MS, STEPS } from './span-sums.ts';

export interface NameSum extends Omit<SegmentTotals, `p${number}Ms`> {
  readonly nameId: number;
}

type Asked = Pick<SegmentFilter, 'projectIds' | 'environment' | 'release' | 'fromMs' | 'toMs'>;

/** Rows of `span_counts` that a question is about. */
export interface AskedCounts {
  readonly step: number;
  /** Start of the first step. */
  readonly fromMs: number;
  readonly where: RawBuilder<boolean>;
}

interface AskOptions {
  /** Steps that may be read in place of days. */
  readonly steps?: readonly number[];
  /** Days are read by release, which has the ten with most alone. */
  readonly byRelease?: boolean;
}

const SUMS = sql`cast(sum(seen) as double precision) as seen, sum(weighted) as requests,
  sum(failed) as failed, sum(cancelled) as cancelled, sum(total_us) / 1000 as ${sql.ref('totalMs')}`;

/** Reads counts of segments and operations. */
export class SpanReading {
  constructor(
    private readonly database: KyselyDatabase,
    private readonly clock: Clock,
  ) {}

  /** Chooses the shortest steps that are kept for all of the time and not too many for a page. */
  ask(
    filter: Asked,
    { steps = [STEPS.five, STEPS.hour], byRelease = filter.release !== undefined }: AskOptions = {},
  ): AskedCounts {
    const { fromMs, toMs, environment, release } = filter;
    const kept = [spanLimits.fiveMinutesKeptMs, spanLimits.hoursKeptMs];
    const ageMs = Math.max(this.clock.nowMs(), toMs) - fromMs;
    const day = byRelease ? STEPS.dayOfRelease : STEPS.day;
    const step = steps.find((each) => ageMs <= kept[each]! + STEP_MS[each]!) ?? day;
    const startsAt = toBucketStart(fromMs, STEP_MS[step]!);
    const where = sql<boolean>`c.step = ${step} and c.starts_at >= ${startsAt} and c.starts_at < ${Math.ceil(toMs)}
      and ${this.#isNamed('environment', environment, filter)}
      and ${this.#isNamed('release', release, filter)}`;
    return { step, fromMs: startsAt, where };
  }

  /** Sums counts by name. `names` is what to read of `span_names n`. */
  async sumByName({ where }: AskedCounts, names: RawBuilder<boolean>): Promise<readonly NameSum[]> {
    const { rows } = await sql<NameSum>`
      select n.id as ${sql.ref('nameId')}, ${SUMS} from span_names n
      join span_counts c on c.name_id = n.id where ${names} and ${where}
      group by n.id`.execute(this.database.kysely);
    return rows;
  }

  async listRows(
    { where }: Pick<AskedCounts, 'where'>,
    nameIds: readonly number[],
  ): Promise<readonly SpanCountsTable[]> {
    if (nameIds.length === 0) return [];
    const { rows } = await sql<SpanCountsTable>`
      select c.* from span_counts c where c.name_id in ${this.toIds(nameIds)} and ${where}
      order by c.starts_at`.execute(this.database.kysely);
    return rows;
  }

  /** Reads no numbers, which would take three times as long for all names of a month. */
  async findP95s(
    { where }: AskedCounts,
    names: RawBuilder<boolean>,
  ): Promise<ReadonlyMap<number, number>> {
    const { rows } = await sql<{ readonly id: number; readonly durations: Uint8Array }>`
      select n.id, c.durations from span_names n join span_counts c on c.name_id = n.id
      where ${names} and ${where}`.execute(this.database.kysely);
    const byName = new Map<number, DurationHistogram>();
    for (const { id, durations } of rows) {
      const sum = byName.get(id);
      if (sum) sum.addBytes(durations);
      else byName.set(id, new DurationHistogram(durations));
    }
    return new Map([...byName].map(([id, sum]) => [id, sum.findPercentileMs(0.95)]));
  }

  /** Returns what changed by name. The largest change of several environments stands for all. */
  async listChanges(
    { environment }: Pick<SegmentFilter, 'environment'>,
    names: RawBuilder<boolean>,
  ): Promise<ReadonlyMap<number, SegmentChange>> {
    const { rows } = await sql<{ readonly id: number; readonly slower: string }>`
      select n.id, n.slower from span_names n where ${names} and n.slower <> '[]'`.execute(
      this.database.kysely,
    );
    const slower = rows.flatMap(({ id, slower: json }) =>
      (JSON.parse(json) as SlowerRelease[]).map((each) => ({ id, ...each })),
    );
    const known = await this.listNames(
      slower.flatMap((each) => [each.environmentId, each.releaseId, each.beforeId]),
    );
    const changes = new Map<number, SegmentChange>();
    for (const { id, environmentId, releaseId, beforeId, p95Ms, p95BeforeMs, calls } of slower) {
      const [release, before] = [known.get(releaseId), known.get(beforeId)];
      const factor = p95Ms / p95BeforeMs;
      if (release === undefined || before === undefined) continue;
      if (environment !== undefined && known.get(environmentId) !== environment) continue;
      if (factor <= (changes.get(id)?.factor ?? 0)) continue;
      changes.set(id, { release, before, factor, calls });
    }
    return changes;
  }

  async listNames(ids: Iterable<number>): Promise<ReadonlyMap<number, string>> {
    const rows = await this.database.kysely
      .selectFrom('counted_names')
      .select(['id', 'name'])
      .where('id', 'in', this.toIds([...ids]))
      .execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  toIds(ids: readonly number[]): RawBuilder<number> {
    const { kind } = this.database;
    return toIdList(kind, toIdParameter(kind, ids));
  }

  #isNamed(
    kind: 'environment' | 'release',
    name: string | undefined,
    { projectIds }: Pick<SegmentFilter, 'projectIds'>,
  ): RawBuilder<boolean> {
    if (name === undefined) return sql<boolean>`1 = 1`;
    const id = sql.ref(`c.${kind}_id`);
    if (name === '') return sql<boolean>`${id} = ${UNNAMED}`;
    return sql<boolean>`${id} in (select id from counted_names where kind = ${kind}
      and project_id in ${this.toIds(projectIds)} and name = ${name})`;
  }
}

/** Sums rows of counts. */
export class SpanTotal {
  readonly durations = new DurationHistogram();
  readonly #numbers = { seen: 0, weighted: 0, failed: 0, cancelled: 0, total_us: 0, most: 0 };

  static sumBy<Key>(
    rows: readonly SpanCountsTable[],
    toKey: (row: SpanCountsTable) => Key,
  ): ReadonlyMap<Key, SpanTotal> {
    const totals = new Map<Key, SpanTotal>();
    for (const row of rows) {
      const total = totals.get(toKey(row)) ?? new SpanTotal();
      totals.set(toKey(row), total);
      addNumbers(total.#numbers, row);
      total.durations.addBytes(row.durations);
    }
    return totals;
  }

  get most(): number {
    return this.#numbers.most;
  }

  toTotals(): SegmentTotals {
    const { seen, weighted: requests, failed, cancelled, total_us } = this.#numbers;
    const [p50Ms, p75Ms, p95Ms, p99Ms] = [0.5, 0.75, 0.95, 0.99].map((part) =>
      this.durations.findPercentileMs(part),
    ) as [number, number, number, number];
    return {
      seen,
      requests,
      failed,
      cancelled,
      totalMs: total_us / 1000,
      p50Ms,
      p75Ms,
      p95Ms,
      p99Ms,
    };
  }
}
