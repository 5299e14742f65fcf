import { expect, it } from '@jest/globals';
import { type OperationSample, type SegmentSample, spanLimits } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import type { SpanItem } from './span-item.ts';
import type { PersonEraser } from '#product/recording/steps';
import type { Stores } from '../../../create-stores.ts';
import {
  createReport,
  onEachDatabase,
  NOON_MS,
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
} from '../../../testing/index.ts';
import { spanNameErasing } from './erase-span-names.ts';
import { removeSpansOfProject } from './index.ts';
import { spanSettings } from './span-settings.ts';
import { STEPS } from './span-sums.ts';

const sample = (traits: Partial<SegmentSample> = {}): SegmentSample => ({
  kind: 'request',
  name: 'GET /orders/{id}',
  atMs: NOON_MS,
  environment: 'production',
  release: 'shop@1',
  weight: 1,
  status: 'ok',
  durationMs: 100,
  ...traits,
});

const call = (traits: Partial<OperationSample> = {}): OperationSample => ({
  segment: { kind: 'request', name: 'GET /orders/{id}' },
  kind: 'db',
  name: 'select … from orders where id = ?',
  atMs: NOON_MS,
  environment: 'production',
  release: 'shop@1',
  weight: 1,
  durationsMs: [10],
  failed: 0,
  most: 1,
  ...traits,
});

let items = 0;
const item = (segments: readonly SegmentSample[], traits: Partial<SpanItem> = {}): SpanItem => {
  items += 1;
  const { operations = [] } = traits;
  const content = `content ${items}`;
  return {
    projectId: 1,
    receivedAtMs: NOON_MS,
    item: 0,
    content,
    kind: 'span',
    taken: operations.reduce((sum, each) => sum + each.durationsMs.length, segments.length),
    dropped: [],
    segments,
    operations,
    ...traits,
  };
};

async function tidy({ segments }: Stores, nowMs: number): Promise<void> {
  let position = await segments.tidy(nowMs);
  while (position !== undefined) position = await segments.tidy(nowMs, position);
}

onEachDatabase('SegmentStore', ({ openFresh }) => {
  async function begin() {
    const fresh = await openFresh('web', 'api');
    fresh.clock.ms = NOON_MS + 10 * MINUTE_MS;
    const { clock, stores } = fresh;
    const record = async (...spans: SpanItem[]): Promise<void> => {
      const received = spans.map((each) => ({ ...each, receivedAtMs: clock.ms }));
      await fresh.recordReport({ spans: received });
      while (await stores.segments.fold(clock.ms)) continue;
    };
    return Object.assign(fresh, { record });
  }
  const TODAY = { projectIds: [1], fromMs: NOON_MS - HOUR_MS, toMs: NOON_MS + HOUR_MS };
  const PAGE = { order: 'time', offset: 0, limit: 50 } as const;

  it('counts cancelled page loads, and no time of theirs', async () => {
    const { record, stores } = await begin();
    const load = (traits: Partial<SegmentSample>) =>
      sample({ kind: 'page', name: '/cart', ...traits });
    const loads = Array.from({ length: 94 }, () => load({ durationMs: 800 }));
    const hidden = Array.from({ length: 6 }, () =>
      load({ status: 'cancelled', durationMs: DAY_MS / 3 }),
    );
    await record(item([...loads, ...hidden]));
    const { totals } = (await stores.segments.findPage(TODAY, PAGE)).rows[0]!;
    expect(totals).toMatchObject({ seen: 100, requests: 100, cancelled: 6, totalMs: 94 * 800 });
    expect(totals.p95Ms / 800).toBeCloseTo(1, 1);
  });

  it('counts no more spans of a project while too many wait to be added', async () => {
    const { db, stores, clock } = await begin();
    const kysely = db;
    const send = async (id: number, count: number) => {
      const many = Array.from({ length: count }, (_, nth) =>
        sample({ name: `GET /${id}/${nth}x` }),
      );
      const spans = [{ ...item(many), receivedAtMs: clock.ms }];
      await stores.reports.record([createReport(id, [], { spans })]);
    };
    await send(1, spanLimits.sumsPerArrival + 1);
    const waiting = await kysely.selectFrom('span_arrivals').selectAll().execute();
    expect(waiting.map(({ sums }) => JSON.parse(sums).length)).toEqual([
      spanLimits.sumsPerArrival,
      1,
    ]);
    const full = Array.from({ length: spanLimits.arrivals }, () => ({ project_id: 1, sums: '[]' }));
    await kysely.insertInto('span_arrivals').values(full).execute();
    await send(2, 1);
    const range = { projectIds: [1], fromMs: NOON_MS, toMs: clock.ms, per: 'hour' } as const;
    const counts = await stores.outcomes.sum(range);
    const byOutcome = counts.map(({ outcome, quantity }) => [outcome, quantity]);
    expect(Object.fromEntries(byOutcome)).toEqual({
      filtered: 1,
      stored: spanLimits.sumsPerArrival + 1,
    });
    while (await stores.segments.fold(clock.ms)) continue;
    const page = await stores.segments.findPage(TODAY, PAGE);
    expect(page.found).toBe(spanLimits.sumsPerArrival + 1);
  });

  it('sums segments by name, and what they took by kind of end', async () => {
    const { stores, record } = await begin();
    await record(
      item([
        sample({ durationMs: 100 }),
        sample({ durationMs: 300, status: 'failed', weight: 2 }),
        sample({ name: 'POST /orders', durationMs: 50, status: 'cancelled' }),
      ]),
      item([sample({ name: 'elsewhere' })], { projectId: 2 }),
    );
    await record(item([sample({ durationMs: 200, atMs: NOON_MS + 5 * MINUTE_MS })]));
    const page = await stores.segments.findPage(TODAY, PAGE);
    expect(page).toMatchObject({ found: 2, requests: 5, failed: 2, totalMs: 950 });
    const [first, second] = page.rows;
    expect(first).toMatchObject({ name: 'GET /orders/{id}', kind: 'request', share: 900 / 950 });
    expect(first!.totals).toMatchObject({ seen: 3, requests: 4, failed: 2, totalMs: 900 });
    expect(first!.totals.p50Ms / 200).toBeCloseTo(1, 1);
    expect(first!.totals.p99Ms / 300).toBeCloseTo(1, 1);
    expect(first!.days.slice(0, 13)).toEqual(Array.from({ length: 13 }));
    expect(first!.days[13]! / 300).toBeCloseTo(1, 1);
    expect(second!.totals).toMatchObject({ requests: 1, cancelled: 1 });
    const since = { ...TODAY, fromMs: NOON_MS - 3 * MINUTE_MS };
    const { points, ...steps } = await stores.segments.readTimes(first!.id, since);
    expect(steps).toEqual({ stepMs: 5 * MINUTE_MS, fromMs: NOON_MS - 5 * MINUTE_MS });
    expect(points).toMatchObject([
      { atMs: NOON_MS, seen: 2 },
      { atMs: NOON_MS + 5 * MINUTE_MS, seen: 1 },
    ]);
  });

  it.each([2 * HOUR_MS, 3 * DAY_MS, 30 * DAY_MS])(
    'finds segments by environment, release, kind and text within %d ms',
    async (spanMs) => {
      const { stores, record } = await begin();
      await record(
        item([
          sample(),
          sample({ environment: 'staging', release: 'shop@2' }),
          sample({ kind: 'job', name: 'mail.send', release: 'shop@2', weight: 3 }),
        ]),
      );
      const filter = {
        projectIds: [1, 2],
        fromMs: NOON_MS + HOUR_MS - spanMs,
        toMs: NOON_MS + HOUR_MS,
      };
      const find = async (traits: object) => {
        const { rows, requests } = await stores.segments.findPage({ ...filter, ...traits }, PAGE);
        return [requests, ...rows.map(({ name }) => name)];
      };
      expect(await find({ environment: 'staging' })).toEqual([1, 'GET /orders/{id}']);
      expect(await find({ release: 'shop@1' })).toEqual([1, 'GET /orders/{id}']);
      expect(await find({ release: 'shop@2', environment: 'production' })).toEqual([
        3,
        'mail.send',
      ]);
      expect(await find({ kind: 'job' })).toEqual([3, 'mail.send']);
      expect(await find({ text: 'ORDERS' })).toEqual([2, 'GET /orders/{id}']);
      expect(await find({ release: 'none' })).toEqual([0]);
      const { rows } = await stores.segments.findPage(filter, PAGE);
      const { id } = rows.find(({ kind }) => kind === 'request')!;
      expect(await stores.segments.listReleases(id, filter)).toMatchObject([
        { release: 'shop@2', seen: 1 },
        { release: 'shop@1', seen: 1 },
      ]);
      expect(await stores.segments.readTotals(id, { ...filter, release: 'shop@1' })).toMatchObject({
        seen: 1,
      });
      expect(await stores.segments.find(id)).toEqual({
        id,
        projectId: 1,
        kind: 'request',
        name: 'GET /orders/{id}',
        isAddress: false,
      });
      expect(await stores.segments.findNamed(1, 'GET /orders/{id}')).toMatchObject({ id });
      const sent = ['GET /orders/7', 'GET /orders/{id}'] as const;
      expect(await stores.segments.findNamed(1, ...sent)).toMatchObject({ id });
      expect(await stores.segments.findNamed(1, '/orders/{id}')).toMatchObject({ id });
      expect(await stores.segments.findNamed(1, 'POST /orders/{id}')).toBeUndefined();
      expect(await stores.segments.findNamed(2, 'GET /orders/{id}')).toBeUndefined();
    },
  );

  it('lists operations by time, with calls a request and the most of one statement', async () => {
    const { stores, record } = await begin();
    const operations = [
      call({ durationsMs: [10, 10, 10], most: 3 }),
      call({ kind: 'http', name: 'api.example.org', durationsMs: [170], failed: 1 }),
    ];
    await record(item([sample(), sample()], { operations }));
    const earlier = { atMs: NOON_MS - 2 * HOUR_MS };
    const calls = [call({ ...earlier, durationsMs: [40] })];
    await record(item([sample(earlier)], { operations: calls }));
    const { rows } = await stores.segments.findPage(TODAY, PAGE);
    const listed = await stores.operations.listOf(rows[0]!.id, TODAY);
    expect(listed).toMatchObject([
      {
        kind: 'http',
        name: 'api.example.org',
        calls: 1,
        failed: 1,
        callsPerRequest: 0.5,
        share: 0.85,
        msPerRequest: 85,
        msBefore: 0,
      },
      { kind: 'db', calls: 3, callsPerRequest: 1.5, totalMs: 30, most: 3, failed: 0, msBefore: 40 },
    ]);
  });

  it('counts the same bytes once within the hour', async () => {
    const { stores, record, clock } = await begin();
    const twice = item([sample()]);
    await record(twice, twice);
    clock.ms += HOUR_MS - 1;
    await record(twice);
    expect(await stores.segments.findPage(TODAY, PAGE)).toMatchObject({ requests: 1 });
    clock.ms += 1;
    expect(await stores.segments.forgetItems(clock.ms)).toBe(false);
    await record(twice);
    expect(await stores.segments.findPage(TODAY, PAGE)).toMatchObject({ requests: 2 });
  });

  it('says of each span how it ended', async () => {
    const { stores, record } = await begin();
    const ending = { outcome: 'filtered', reason: 'kind', quantity: 2 } as const;
    const some = item([sample()], { taken: 1, dropped: [ending] });
    await record(some, some);
    const range = { fromMs: NOON_MS, toMs: NOON_MS + HOUR_MS, per: 'minute' } as const;
    const sums = await stores.outcomes.sum({ ...range, projectIds: [1] });
    expect(sums.map(({ kind, reason, quantity }) => [kind, reason, quantity])).toEqual([
      ['span', 'content', 1],
      ['span', 'kind', 4],
      ['span', 'taken', 1],
    ]);
  });

  it('counts exactly when two relays record and fold at once, and a report comes twice', async () => {
    const fresh = await begin();
    const relays = [fresh.stores, fresh.openAgain().stores];
    await Promise.all(
      relays.map(async ({ reports, segments }, relay) => {
        for (let report = 1; report <= 10; report += 1) {
          const spans = [
            item([sample({ durationMs: 0.001 }), sample({ name: `job ${report % 3}` })]),
          ];
          const sent = createReport(100 * relay + report, [], { spans });
          await Promise.all([reports.record([sent]), segments.fold(fresh.clock.ms)]);
          await reports.record([sent]);
        }
        while (await segments.fold(fresh.clock.ms)) continue;
      }),
    );
    const { rows, requests, totalMs } = await fresh.stores.segments.findPage(TODAY, PAGE);
    expect([requests, totalMs]).toEqual([40, 2000.02]);
    expect(rows.find(({ name }) => name === sample().name)!.totals.seen).toBe(20);
  });

  it('keeps the operations with most time, and counts others together', async () => {
    const { stores, record, clock } = await begin();
    const operations = Array.from({ length: 2 * spanLimits.operationNames + 5 }, (_, index) =>
      call({ name: `select ${index}`, durationsMs: [1000 + index] }),
    );
    await record(item([sample()], { operations }), item([], { operations: [operations.at(-1)!] }));
    const list = async () => {
      const { rows } = await stores.segments.findPage(TODAY, PAGE);
      return stores.operations.listOf(rows[0]!.id, TODAY);
    };
    const isOther = { kind: 'other', name: '', calls: 5 };
    expect(await list()).toHaveLength(2 * spanLimits.operationNames + 1);
    expect(await list()).toEqual(expect.arrayContaining([expect.objectContaining(isOther)]));
    await tidy(stores, clock.ms);
    const [others, most, ...rest] = await list();
    expect(others).toMatchObject({ name: '', calls: spanLimits.operationNames + 5 });
    // The one that came twice had a place at once, because the most frequent ones are placed first.
    expect(most).toMatchObject({ name: 'select 104', calls: 2 });
    expect(rest).toHaveLength(spanLimits.operationNames - 1);
  });

  it('counts addresses under one name once they differ in a slug, but no routes', async () => {
    const { stores, record } = await begin();
    const segments = Array.from({ length: 21 }, (_, at) =>
      sample({ name: `GET /blog/${'x'.repeat(at + 1)}`, isAddress: true }),
    );
    const guess = { ...segments[0]!, name: '/blog/lamp', isGuess: true };
    const route = { ...guess, name: '/blog/new' };
    const operations = [...segments, guess, route].map((segment) => call({ segment }));
    await record(item([...segments, sample({ name: 'GET /blog/new' })], { operations }));
    const { rows } = await stores.segments.findPage(TODAY, PAGE);
    expect(rows.map(({ name, totals }) => [name, totals.seen])).toEqual([
      ['GET /blog/{slug}', 21],
      ['GET /blog/new', 1],
    ]);
    expect(await stores.operations.listOf(rows[0]!.id, TODAY)).toMatchObject([{ calls: 22 }]);
    expect(await stores.operations.listOf(rows[1]!.id, TODAY)).toMatchObject([{ calls: 1 }]);
  });

  it('counts calls that came before their segment, where only one can be meant', async () => {
    const { stores, record } = await begin();
    const named = (name: string, operation: string, isGuess = true) =>
      call({ segment: { kind: 'request', name, isGuess }, name: operation });
    const operations = [
      named('/wares', 'a'),
      named('GET /wares', 'b'),
      named('/none', 'c'),
      named('/posts/{slug}', 'd'),
      named('/cart', 'e'),
      ...['insert', 'user', 'new'].map((each) => named('/orders', each)),
      ...['insert', 'user'].map((each) => named('POST /orders', each, false)),
      named('GET /orders', 'user', false),
    ];
    const names = ['GET /orders', 'POST /orders', 'GET /wares', 'GET /posts/{slug}'];
    const segments = names.map((name, at) => sample({ name, durationMs: 9 - at }));
    const page = sample({ kind: 'page', name: '/cart', durationMs: 1 });
    await record(item([...segments, page], { operations }));
    const { rows } = await stores.segments.findPage(TODAY, PAGE);
    const list = async ({ id }: { id: number }) =>
      (await stores.operations.listOf(id, TODAY)).map(({ name, calls }) => `${name} ${calls}`);
    expect(await Promise.all(rows.map(list))).toEqual([
      ['user 1'],
      ['insert 2', 'user 1'],
      expect.arrayContaining(['a 1', 'b 1']),
      ['d 1'],
      ['e 1'],
    ]);
  });

  it('gives a busy newcomer a place in the next hour, whoever makes up names', async () => {
    const { stores, record, clock, db } = await begin();
    const makeUp = (hour: string) =>
      Array.from({ length: 500 }, (_, nth) => sample({ name: `GET /${hour}/x${nth}` }));
    const fill = async (hour: string) => {
      const place = { project_id: 1, segment_id: 0, kind: 'request', is_address: 0 } as const;
      const names = makeUp(hour).map(({ name }) => ({ ...place, name }));
      await db.insertInto('span_names').values(names).execute();
    };
    await fill('first');
    for (const hour of ['a', 'b', 'c']) {
      await fill(hour);
      await record(item(makeUp(`${hour}/more`)));
      await record(item(Array.from({ length: 20 }, () => sample())));
      await stores.segments.tidy(clock.ms);
      const found = await stores.segments.findNamed(1, sample().name);
      expect(found !== undefined).toBe(hour !== 'a');
    }
  });

  it('keeps days for 90 days, ten releases of each, and at last nothing', async () => {
    const { stores, record, clock, db } = await begin();
    const named = Array.from({ length: 12 }, (_, index) => sample({ release: `shop@${index}` }));
    await record(item([...named, ...named.slice(2)]));
    clock.ms += 5 * DAY_MS;
    await tidy(stores, clock.ms);
    const { id } = (await stores.segments.findNamed(1, sample().name))!;
    const ofDays = { ...TODAY, fromMs: NOON_MS - 30 * DAY_MS, toMs: clock.ms };
    expect(await stores.segments.readTotals(id, ofDays)).toMatchObject({ seen: 22 });
    const releases = await stores.segments.listReleases(id, ofDays);
    expect(releases.map(({ seen }) => seen)).toEqual(Array.from({ length: 10 }, () => 2));
    const steps = await db
      .selectFrom('span_counts')
      .select('step')
      .distinct()
      .orderBy('step')
      .execute();
    expect(steps.map(({ step }) => step)).toEqual([STEPS.day, STEPS.dayOfRelease]);
    expect((await stores.segments.measure(1)).bytes).toBeGreaterThan(1000);
    clock.ms += 95 * DAY_MS;
    await tidy(stores, clock.ms);
    expect(await stores.segments.find(id)).toBeUndefined();
  });

  it('keeps counts shorter that take more than their part of the storage budget', async () => {
    const { stores, record, clock } = await begin();
    await record(item([sample()]));
    await tidy(stores, clock.ms);
    const { bytes } = await stores.segments.measure(1);
    clock.ms += 20 * DAY_MS;
    await record(item([sample({ name: 'GET /new', atMs: clock.ms })]));
    await tidy(stores, clock.ms);
    expect(await stores.segments.findNamed(1, sample().name)).toBeDefined();
    await stores.storage.settle(bytes * 5, async () => undefined);
    expect((await stores.segments.measure(1)).mostBytes).toBe(bytes / 4);
    await tidy(stores, clock.ms);
    expect(await stores.segments.findNamed(1, sample().name)).toBeUndefined();
    expect(await stores.segments.findNamed(1, 'GET /new')).toBeDefined();
  });

  it('marks what a release made slower with the operations that explain it, until it is mended', async () => {
    const { stores, record, clock } = await begin();
    const hour = async (index: number, release: string, durationMs: number, calls: number) => {
      clock.ms = NOON_MS + index * HOUR_MS;
      const at = { atMs: clock.ms, release };
      const own = Array.from({ length: 300 }, (_, each) =>
        sample({ ...at, durationMs: durationMs * (1 + each / 300) }),
      );
      const durationsMs = Array.from({ length: 300 * calls }, (_, each) => 5 + (each % 7));
      const added = call({ ...at, name: 'added', durationsMs: own.map(() => 15) });
      const operations = [call({ ...at, durationsMs }), ...(calls > 1 ? [added] : [])];
      await record(item(own, { operations }));
      await tidy(stores, clock.ms + 2 * HOUR_MS);
    };
    const read = async () => {
      const filter = { ...TODAY, toMs: NOON_MS + DAY_MS };
      const { rows } = await stores.segments.findPage(filter, { ...PAGE, order: 'change' });
      const operations = await stores.operations.listOf(rows[0]!.id, filter);
      expect(await stores.segments.findChange(rows[0]!.id, filter)).toEqual(rows[0]!.change);
      return [rows[0]!.change, ...operations.map((operation) => operation.change)];
    };
    for (const index of [0, 1, 2]) await hour(index, 'shop@1', 100, 1);
    await hour(3, 'shop@2', 200, 3);
    expect(await read()).toEqual([undefined, undefined, undefined]);
    await hour(4, 'shop@2', 200, 3);
    const change = { release: 'shop@2', before: 'shop@1' };
    const [ofSegment, ofOperation, ofAdded] = await read();
    expect(ofSegment).toEqual({ ...change, factor: expect.closeTo(2, 0) });
    expect(ofOperation).toEqual({ ...change, factor: expect.closeTo(3, 0), calls: [1, 3] });
    expect(ofAdded).toEqual({ ...change, factor: Infinity, calls: [0, 1] });
    for (const index of [5, 6]) await hour(index, 'shop@3', 100, 1);
    expect(await read()).toEqual([undefined, undefined, undefined]);
  });

  it('forgets the mark of an environment of which no hour is left', async () => {
    const { stores, record, clock, db } = await begin();
    await record(item([sample()]));
    const names = db.updateTable('span_names');
    await names.set({ slower: '[{"environmentId":9}]' }).execute();
    await tidy(stores, clock.ms);
    expect(await names.set({ bytes: 0 }).returning('slower').execute()).toEqual([{ slower: '[]' }]);
  });

  it('takes a person out of names, and keeps the counts', async () => {
    const { stores, record, database, db, clock } = await begin();
    await record(
      item([sample({ name: 'GET /users/ann' }), sample({ name: 'GET /users/[Erased]' })]),
    );
    const ann = sample({ name: 'GET /users/ann' });
    await record(item([], { operations: [call({ segment: ann, name: 'cart of/ann' })] }));
    const waiting = item([ann, sample()], { operations: [call({ segment: ann })] });
    await stores.reports.record([createReport(9, [], { spans: [waiting] })]);
    const person = {
      mark: '[Erased]',
      is: (text: string) => text === 'ann',
      redact: (text: string) => text,
    };
    const window = { afterId: 0, upToId: 100, projectId: 1 };
    const { found } = await spanNameErasing.find(db, window, person as unknown as PersonEraser);
    expect(found.map(({ json }) => JSON.parse(json))).toMatchObject([
      { name: 'GET /users/ann' },
      { kind: 'request', name: 'GET /users/ann' },
      { kind: 'db', name: 'cart of/ann' },
    ]);
    const { dialect } = database as KyselyDatabase;
    for (const { erase } of found) {
      await db.transaction().execute((transaction) => erase(transaction, dialect));
    }
    while (await stores.segments.fold(clock.ms)) continue;
    const { rows } = await stores.segments.findPage(TODAY, PAGE);
    expect(rows.map(({ name, totals }) => [name, totals.seen])).toEqual([
      ['GET /users/[Erased]', 3],
      [sample().name, 1],
    ]);
    const names = await db.selectFrom('span_names').select('name').execute();
    expect(names).toContainEqual({ name: 'cart of/[Erased]' });
    expect(names).not.toContainEqual({ name: 'cart of/ann' });
  });

  it('counts for new projects, and removes the counts of deleted ones', async () => {
    const { stores, record, db } = await begin();
    expect((await stores.settings.get(1, spanSettings)).value.taken).toBe('on');
    await record(item([sample()], { operations: [call()] }));
    const step = () => db.transaction().execute((each) => removeSpansOfProject(each, 1));
    while (await step()) continue;
    expect(await db.selectFrom('span_names').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('span_counts').selectAll().execute()).toEqual([]);
  });
});
