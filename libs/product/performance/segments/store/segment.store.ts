import { type RawBuilder, sql } from 'kysely';
import { type Clock, segmentKinds, spanLimits } from '#shared';
import {
  DAY_MS,
  hasText,
  inTransaction,
  type KyselyDatabase,
  toBucketStart,
  toPortableText,
} from '#persistence/stores';
import { UNNAMED } from '#product/recording/counts';
import { chooseNamed } from '../rules/choose-named.ts';
import { SpaceSaving } from '../rules/space-saving.ts';
import { readBudget } from '#product/recording/storage';
import { foldSpans } from './fold-spans.ts';
import { judgeSegment } from './judge-segment.ts';
import { NO_SEGMENT, OTHERS } from './segment.tables.ts';
import type {
  Segment,
  SegmentChange,
  SegmentFilter,
  SegmentOrder,
  SegmentPage,
  SegmentRelease,
  SegmentRow,
  SegmentTimes,
  SegmentTotals,
} from './segment.types.ts';
import { type NameSum, SpanReading, SpanTotal } from './span-reading.ts';
import { STEP_MS } from './span-sums.ts';
import { dropNames, listSurplus, tidySegment } from './tidy-spans.ts';

const DAYS_SHOWN = 14;
const RELEASES_SHOWN = 10;
/** No project has more than half of what all may take. */
const LEAST_SHARES = 2;
const ITEMS_PER_STEP = 5000;
/** Names that one transaction adds to others. */
const NAMES_PER_STEP = 20;

type Counted = Omit<SegmentRow, 'days' | 'totals' | 'share'> & { readonly sum: NameSum };

/** Counts segments and reads their counts. All methods reject with `database.unavailable`. */
export class SegmentStore {
  readonly #reading: SpanReading;
  /** Names among others by project, which are few. Each relay knows those that it has counted itself. */
  readonly #others = new Map<number, SpaceSaving>();
  /** A walk of `tidy` reads bytes of projects at its start, and bounds each project once. */
  #walk = { bounded: new Set<number>(), bytes: new Map<number, number>(), mostBytes: 0 };

  constructor(
    private readonly database: KyselyDatabase,
    private readonly clock: Clock,
  ) {
    this.#reading = new SpanReading(database, clock);
  }

  /** Adds some of the spans that arrived to the counts. Returns false when nothing was left. */
  async fold(nowMs: number): Promise<boolean> {
    const { kind, kysely } = this.database;
    // Most calls find no row, so this check takes no lock.
    const [any] = await kysely.selectFrom('span_arrivals').select('id').limit(1).execute();
    if (!any) return false;
    return inTransaction(this.database, (transaction) =>
      foldSpans({ transaction, kind }, nowMs, (id) => this.#othersOf(id)),
    );
  }

  /**
   * Bounds the segments of a project, deletes old counts of one, and judges what its newest release
   * changed. Returns the position from which to continue, or undefined at the end.
   */
  async tidy(nowMs: number, afterId = 0): Promise<number | undefined> {
    const { kind, kysely } = this.database;
    if (afterId === 0) this.#walk = { ...(await this.#measureAll()), bounded: new Set() };
    const { bounded, bytes, mostBytes } = this.#walk;
    const segment = await kysely
      .selectFrom('span_names')
      .select(['id', 'project_id'])
      .where('segment_id', '=', NO_SEGMENT)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!segment) return undefined;
    const { id, project_id } = segment;
    for (const segment_id of bounded.has(project_id) ? [id] : [NO_SEGMENT, id]) {
      const owner = { project_id, segment_id };
      const ids = await listSurplus(kysely, owner, nowMs, this.#othersOf(project_id));
      for (let at = 0; at < ids.length; at += NAMES_PER_STEP) {
        await inTransaction(this.database, (transaction) =>
          dropNames({ transaction, kind }, owner, ids.slice(at, at + NAMES_PER_STEP)),
        );
      }
    }
    bounded.add(project_id);
    // The further a project is beyond its share, the shorter its counts are kept.
    const part = Math.min(1, mostBytes / (bytes.get(project_id) ?? 0) || 1) ** 4;
    await inTransaction(this.database, (transaction) =>
      tidySegment({ transaction, kind }, segment, { nowMs, part }),
    );
    await judgeSegment(this.database, segment, nowMs);
    return id;
  }

  #othersOf(projectId: number): SpaceSaving {
    const others = this.#others.get(projectId) ?? new SpaceSaving();
    this.#others.set(projectId, others);
    return others;
  }

  /** Forgets some items, so that they count anew. Returns true when more may remain. */
  async forgetItems(nowMs: number): Promise<boolean> {
    const db = this.database.kysely;
    const rows = db.selectFrom('span_items');
    const { items } = await rows
      .select(({ fn }) => fn.countAll<number>().as('items'))
      .executeTakeFirstOrThrow();
    const excess = items - spanLimits.items;
    const { numDeletedRows } = await db
      .deleteFrom('span_items')
      .where(
        'hash',
        'in',
        rows
          .select('hash')
          .$if(excess <= 0, (old) => old.where('at', '<', nowMs - spanLimits.itemKeptMs))
          // The oldest go first when there are too many.
          .$if(excess > 0, (all) => all.orderBy('at'))
          .limit(excess > 0 ? Math.min(excess, ITEMS_PER_STEP) : ITEMS_PER_STEP),
      )
      .executeTakeFirst();
    return Number(numDeletedRows) === ITEMS_PER_STEP;
  }

  /** Returns what counts of the project took in the last hour, and may take, as estimated. */
  async measure(
    projectId: number,
  ): Promise<{ readonly bytes: number; readonly mostBytes: number }> {
    const { bytes, mostBytes } = await this.#measureAll();
    return { bytes: bytes.get(projectId) ?? 0, mostBytes };
  }

  async #measureAll() {
    const budgetBytes = (await readBudget(this.database.kysely)) * spanLimits.budgetShare;
    const rows = await this.database.kysely
      .selectFrom('span_names')
      .select(({ fn }) => ['project_id', fn.sum<number | string>('bytes').as('bytes')])
      .where('segment_id', '=', NO_SEGMENT)
      .groupBy('project_id')
      .execute();
    return {
      bytes: new Map(rows.map(({ project_id, bytes }) => [project_id, Number(bytes)])),
      mostBytes: budgetBytes / Math.max(LEAST_SHARES, rows.length),
    };
  }

  async findPage(
    filter: SegmentFilter,
    { order, offset, limit }: { order: SegmentOrder; offset: number; limit: number },
  ): Promise<SegmentPage> {
    const asked = this.#reading.ask(filter);
    const ofProjects = this.#whereSegments(filter);
    // Counts first: whatever they name can then be read, unless it has been deleted since.
    const sums = await this.#reading.sumByName(asked, ofProjects);
    const names = await this.#listSegments(ofProjects);
    const changes = await this.#reading.listChanges(filter, ofProjects);
    const found: Counted[] = [];
    let others: SegmentPage['others'];
    for (const sum of sums) {
      const segment = names.get(sum.nameId);
      const change = changes.get(sum.nameId);
      if (!segment) continue;
      if (segment.name === '') {
        others = {
          requests: sum.requests + (others?.requests ?? 0),
          totalMs: sum.totalMs + (others?.totalMs ?? 0),
        };
      } else found.push({ ...segment, sum, ...(change ? { change } : {}) });
    }
    const all = sumAll(sums);
    const p95s = order === 'p95' ? await this.#reading.findP95s(asked, ofProjects) : new Map();
    const shown = this.#order(found, order, p95s).slice(offset, offset + limit);
    return {
      rows: await this.#complete(shown, filter, all.totalMs),
      found: found.length,
      fromMs: asked.fromMs,
      ...all,
      ...(others ? { others } : {}),
    };
  }

  async find(id: number): Promise<Segment | undefined> {
    const segments = await this.#listSegments(sql<boolean>`n.id = ${id}
      and n.segment_id = ${NO_SEGMENT} and n.kind <> ${OTHERS}`);
    return segments.get(id);
  }

  /**
   * Finds the segment of an event. `name` is its transaction as segments are named, with its method,
   * and `sent` the transaction as it came. A request is before a page of the same name, and a page
   * before a navigation. Finds none when several patterns could be meant.
   */
  async findNamed(projectId: number, name: string, sent = name): Promise<Segment | undefined> {
    const list = async (condition: RawBuilder<unknown>) => {
      const segments = await this.#listSegments(sql<boolean>`n.project_id = ${projectId}
        and n.segment_id = ${NO_SEGMENT} and n.kind in (${sql.join(segmentKinds)})
        and ${condition}`);
      return [...segments.values()];
    };
    const names = [name, sent].map(toPortableText);
    // Most names are found by the index.
    const same = await list(sql`n.name in (${sql.join(names)})`);
    const byKind = segmentKinds.flatMap((kind) => same.filter((each) => each.kind === kind));
    const [first] = names.flatMap((each) => byKind.filter((segment) => segment.name === each));
    return first ?? chooseNamed(await list(sql`1 = 1`), names[0]!);
  }

  async readTotals(id: number, filter: SegmentFilter): Promise<SegmentTotals | undefined> {
    const rows = await this.#reading.listRows(this.#reading.ask(filter), [id]);
    return SpanTotal.sumBy(rows, () => id)
      .get(id)
      ?.toTotals();
  }

  async readTimes(id: number, filter: SegmentFilter): Promise<SegmentTimes> {
    const asked = this.#reading.ask(filter);
    const rows = await this.#reading.listRows(asked, [id]);
    const points = [...SpanTotal.sumBy(rows, ({ starts_at }) => starts_at)];
    return {
      fromMs: asked.fromMs,
      stepMs: STEP_MS[asked.step]!,
      points: points.map(([atMs, total]) => ({ atMs, ...total.toTotals() })),
    };
  }

  /** The last ten releases of the span, newest first. */
  async listReleases(id: number, filter: SegmentFilter): Promise<readonly SegmentRelease[]> {
    const rows = await this.#reading.listRows(this.#reading.ask(filter, { byRelease: true }), [id]);
    const names = await this.#reading.listNames(new Set(rows.map((row) => row.release_id)));
    const firstAt = new Map<number, number>();
    for (const { release_id, starts_at } of rows.toReversed()) firstAt.set(release_id, starts_at);
    // Among releases that began in the same step, the one whose name came last is the newest.
    return [...SpanTotal.sumBy(rows, ({ release_id }) => release_id)]
      .toSorted(([a], [b]) => firstAt.get(b)! - firstAt.get(a)! || b - a)
      .flatMap(([releaseId, total]) => {
        const release = releaseId === UNNAMED ? '' : names.get(releaseId);
        if (release === undefined) return [];
        return { release, firstAtMs: firstAt.get(releaseId)!, ...total.toTotals() };
      })
      .slice(0, RELEASES_SHOWN);
  }

  async findChange(id: number, filter: SegmentFilter): Promise<SegmentChange | undefined> {
    const changes = await this.#reading.listChanges(filter, sql<boolean>`n.id = ${id}`);
    return changes.get(id);
  }

  #whereSegments({ projectIds, kind, text }: SegmentFilter): RawBuilder<boolean> {
    const isKind = kind === undefined ? sql`1 = 1` : sql`n.kind = ${kind}`;
    const hasWords = text ? hasText(['n.name'], text) : sql`1 = 1`;
    return sql<boolean>`n.project_id in ${this.#reading.toIds(projectIds)}
      and n.segment_id = ${NO_SEGMENT} and ${isKind} and ${hasWords}`;
  }

  async #listSegments(where: RawBuilder<boolean>): Promise<ReadonlyMap<number, Segment>> {
    const { rows } = await sql<Omit<Segment, 'isAddress'> & { readonly is_address: number }>`
      select n.id, n.project_id as ${sql.ref('projectId')}, n.kind, n.name, n.is_address
      from span_names n where ${where}`.execute(this.database.kysely);
    return new Map(
      rows.map(({ is_address, ...row }) => [row.id, { ...row, isAddress: is_address === 1 }]),
    );
  }

  #order(
    found: readonly Counted[],
    order: SegmentOrder,
    p95s: ReadonlyMap<number, number>,
  ): readonly Counted[] {
    const rank: Record<SegmentOrder, (segment: Counted) => number> = {
      time: ({ sum }) => sum.totalMs,
      requests: ({ sum }) => sum.requests,
      failed: ({ sum }) => (sum.requests > 0 ? sum.failed / sum.requests : 0),
      change: ({ change }) => change?.factor ?? 0,
      p95: ({ id }) => p95s.get(id) ?? 0,
    };
    const ranked = found.map((segment) => ({ segment, by: rank[order](segment) }));
    return ranked
      .toSorted((a, b) => b.by - a.by || b.segment.sum.totalMs - a.segment.sum.totalMs)
      .map(({ segment }) => segment);
  }

  async #complete(
    shown: readonly Counted[],
    filter: SegmentFilter,
    allMs: number,
  ): Promise<readonly SegmentRow[]> {
    const ids = shown.map(({ id }) => id);
    const asked = this.#reading.ask(filter);
    const rows = await this.#reading.listRows(asked, ids);
    const totals = SpanTotal.sumBy(rows, ({ name_id }) => name_id);
    const firstDay = toBucketStart(this.clock.nowMs(), DAY_MS) - (DAYS_SHOWN - 1) * DAY_MS;
    const toMs = firstDay + DAYS_SHOWN * DAY_MS;
    const ofDays = this.#reading.ask({ ...filter, fromMs: firstDay, toMs }, { steps: [] });
    const isWhole = asked.fromMs <= firstDay && filter.toMs > toMs - DAY_MS;
    const hasDays = isWhole && asked.step === ofDays.step;
    const days = hasDays ? rows : await this.#reading.listRows(ofDays, ids);
    const byDay = SpanTotal.sumBy(days, ({ name_id, starts_at }) => `${name_id} ${starts_at}`);
    return shown.map(({ sum, ...segment }) => ({
      ...segment,
      totals: (totals.get(segment.id) ?? new SpanTotal()).toTotals(),
      share: allMs > 0 ? sum.totalMs / allMs : 0,
      days: Array.from({ length: DAYS_SHOWN }, (_, day) =>
        byDay.get(`${segment.id} ${firstDay + day * DAY_MS}`)?.durations.findPercentileMs(0.95),
      ),
    }));
  }
}

function sumAll(sums: readonly NameSum[]): Pick<SegmentPage, 'requests' | 'failed' | 'totalMs'> {
  const all = { requests: 0, failed: 0, totalMs: 0 };
  for (const { requests, failed, totalMs } of sums) {
    all.requests += requests;
    all.failed += failed;
    all.totalMs += totalMs;
  }
  return all;
}
