import { randomBytes } from 'node:crypto';
import { expect, it, jest } from '@jest/globals';
import { sql } from 'kysely';
import { type Log, logLimits } from '#shared';
import type { LogItem } from './log-item.ts';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
  HOUR_MS,
  DAY_MS,
} from '../../../testing/index.ts';
import type { FreshDatabase } from '../../../testing/index.ts';
import { LogTally } from '../rules/log-tally.ts';
import { logDays } from './log.tables.ts';
import { type LogPlace, type NamedLog, toSender } from './log.types.ts';
import { findLastPosition, walkBlocks } from './walk-blocks.ts';
import type { KyselyDatabase } from '#persistence/stores';
import { logSettings } from './log-settings.ts';
import { toSearch } from '../../../testing/to-search.ts';

const TRACE = 'a'.repeat(32);
const BOTH = new Map([
  [1, 'web'],
  [2, 'api'],
]);

const log = (body: string, traits: Partial<Log> = {}): Log => ({
  atMs: NOON_MS,
  level: 'info',
  body,
  attributes: {},
  ...traits,
});

let items = 0;

const item = (logs: readonly Log[], traits: Partial<LogItem> = {}): LogItem => ({
  projectId: 1,
  receivedAtMs: NOON_MS,
  item: 0,
  content: `content ${(items += 1)}`,
  logs,
  dropped: [],
  ...traits,
});

onEachDatabase('LogStore', ({ kind, openFresh }) => {
  async function begin() {
    const fresh = await openFresh('web', 'api');
    return { ...fresh, record: (...logs: readonly LogItem[]) => fresh.recordReport({ logs }) };
  }

  const find = async ({ stores }: Pick<FreshDatabase, 'stores'>, text: string, projects = BOTH) => {
    const search = toSearch(text, 'logs');
    const page = await stores.logs.search({ projects, search, nowMs: NOON_MS });
    return page.logs.map(({ body }) => body);
  };

  it('finds logs by words, level, trace, release, environment, project and attributes', async () => {
    const fresh = await begin();
    await fresh.record(
      item([
        log('Payment declined for cart', { level: 'warn', traceId: TRACE, atMs: NOON_MS + 1 }),
        log('Cart loaded', {
          level: 'trace',
          attributes: { 'sentry.release': 'shop@1.4.2', 'cart.size': 3, 'server.address': 'a1' },
        }),
      ]),
      item([log('Query took 3 s', { attributes: { 'sentry.environment': 'staging' } })], {
        projectId: 2,
        item: 1,
      }),
    );
    const asked: readonly (readonly [string, readonly string[]])[] = [
      ['', ['Payment declined for cart', 'Cart loaded', 'Query took 3 s']],
      ['cart', ['Payment declined for cart', 'Cart loaded']],
      ['"cart loaded"', ['Cart loaded']],
      ['declin', ['Payment declined for cart']],
      ['!cart', ['Query took 3 s']],
      ['level:warning', ['Payment declined for cart']],
      ['level:[warning, debug] cart', ['Payment declined for cart', 'Cart loaded']],
      [`trace:${TRACE}`, ['Payment declined for cart']],
      ['release:1.4.2', ['Cart loaded']],
      ['environment:staging', ['Query took 3 s']],
      ['cart.size:3', ['Cart loaded']],
      ['server_name:A1', ['Cart loaded']],
      ['server_name:b*', []],
      ['project:api', ['Query took 3 s']],
      ['has:cart.size', ['Cart loaded']],
      ['nothing', []],
    ];
    const found: (readonly [string, readonly string[]])[] = [];
    for (const [text] of asked) found.push([text, await find(fresh, text)]);
    expect(found).toEqual(
      asked.map(([text, bodies]) => [text, expect.arrayContaining([...bodies])]),
    );
    expect(found.map(([, bodies]) => bodies.length)).toEqual(
      asked.map(([, bodies]) => bodies.length),
    );
    expect(await find(fresh, 'cart', new Map([[2, 'api']]))).toEqual([]);
    expect(await find(fresh, '', new Map())).toEqual([]);
  });

  it('finds words in letters of any alphabet and case', async () => {
    const fresh = await begin();
    await fresh.record(item([log('Ο ΔΡΟΜΟΣ'), log('CAFÉ fermé'), log('273 \u212Aelvin')]));
    expect(await find(fresh, 'δρομος')).toEqual(['Ο ΔΡΟΜΟΣ']);
    expect(await find(fresh, 'δρομ')).toEqual(['Ο ΔΡΟΜΟΣ']);
    expect(await find(fresh, 'café')).toEqual(['CAFÉ fermé']);
    expect(await find(fresh, 'kelvin')).toEqual(['273 \u212Aelvin']);
  });

  it('stores the logs of a report once, even when a later transaction of the report failed', async () => {
    const fresh = await begin();
    const logs = [item([log('first')]), item([log('second')], { item: 1 })];
    const good = createReport(7, [], { logs });
    const unknown = createReport(8, [createGroupedEvent({ event: { projectId: 99 } })]);
    await expect(fresh.stores.reports.record([good, unknown])).rejects.toThrow(/no project 99/);
    await fresh.stores.reports.record([good]);
    await fresh.stores.reports.record([good]);
    expect(await find(fresh, '')).toEqual(['second', 'first']);
    const range = { projectIds: [1], fromMs: NOON_MS, toMs: NOON_MS, per: 'hour' } as const;
    expect(await fresh.stores.outcomes.sum(range)).toMatchObject([
      { outcome: 'stored', kind: 'log_item', quantity: 2 },
    ]);
  });

  it('stores the same logs once when several reports contain them', async () => {
    const fresh = await begin();
    const first = item([log('first')]);
    await fresh.record(first);
    await fresh.record(first, item([log('second')], { item: 1 }));
    await fresh.record({ ...first, projectId: 2 });
    const twice = item([log('third')]);
    await fresh.record(twice, { ...twice, item: 1 });
    expect(await find(fresh, '')).toEqual(['third', 'first', 'second', 'first']);
    const range = { projectIds: [1], fromMs: NOON_MS, toMs: NOON_MS, per: 'hour' } as const;
    const sums = await fresh.stores.outcomes.sum(range);
    expect(sums.map(({ outcome, reason, quantity }) => [outcome, reason, quantity])).toEqual(
      expect.arrayContaining([
        ['stored', 'taken', 3],
        ['duplicate', 'content', 2],
      ]),
    );
  });

  it('stores logs of many moments in several transactions, and the same ones once', async () => {
    const fresh = await begin();
    const days = (fresh.database as KyselyDatabase).openDays(logDays);
    const write = jest.spyOn(days, 'write');
    const atMinutes = Array.from({ length: 150 }, (_, at) =>
      log(`${at}`, { atMs: NOON_MS - at * 60_000 }),
    );
    const first = item(atMinutes);
    await fresh.record(first, item([log('one')], { item: 1 }), item(atMinutes, { item: 2 }), {
      ...first,
      item: 3,
    });
    expect(write).toHaveBeenCalledTimes(3);
    const range = { projectIds: [1], fromMs: NOON_MS, toMs: NOON_MS, per: 'hour' } as const;
    const sums = await fresh.stores.outcomes.sum(range);
    expect(sums.map(({ outcome, quantity }) => [outcome, quantity])).toEqual(
      expect.arrayContaining([
        ['stored', 301],
        ['duplicate', 150],
      ]),
    );
  });

  it('stores logs once that come again on the next day', async () => {
    const fresh = await begin();
    const sent = item([log('first')], { content: 'sent' });
    const received = NOON_MS + DAY_MS / 2;
    await fresh.record({ ...sent, receivedAtMs: received - 1 });
    await fresh.record({ ...sent, receivedAtMs: received }, item([log('new')], { item: 1 }));
    await fresh.record({ ...sent, receivedAtMs: received + DAY_MS - 1 });
    expect(await find(fresh, '')).toEqual(['new', 'first']);
  });

  it('stores logs once that a renderer has sent to two relays around midnight', async () => {
    const fresh = await begin();
    const { content: _, ...nameless } = item([log('first')]);
    const request = 'request:178000000:0123456789abcdef01234561';
    for (const [index, receivedAtMs] of [
      NOON_MS + DAY_MS / 2 - 1,
      NOON_MS + DAY_MS / 2,
    ].entries()) {
      const logs = [{ ...nameless, receivedAtMs }];
      await fresh.stores.reports.record([createReport(index, [], { logs, request })]);
    }
    expect(await find(fresh, '')).toEqual(['first']);
  });

  it('stores all logs that have no content to compare', async () => {
    const fresh = await begin();
    const { content: _content, ...untold } = item([log('beat')]);
    await fresh.record(untold);
    await fresh.record(untold);
    expect(await find(fresh, '')).toEqual(['beat', 'beat']);
  });

  it('counts the outcomes of logs that are not kept', async () => {
    const fresh = await begin();
    const dropped = [{ outcome: 'filtered' as const, reason: 'level' as const, quantity: 3 }];
    await fresh.record(item([], { dropped }));
    const range = { projectIds: [1], fromMs: NOON_MS, toMs: NOON_MS, per: 'hour' } as const;
    expect(await fresh.stores.outcomes.sum(range)).toMatchObject([
      { outcome: 'filtered', reason: 'level', kind: 'log_item', quantity: 3 },
    ]);
  });

  async function readPages({ stores }: Pick<FreshDatabase, 'stores'>, text = '') {
    const pages: string[][] = [];
    let before: LogPlace | undefined;
    do {
      const search = toSearch(text, 'logs');
      const page = await stores.logs.search({ projects: BOTH, search, nowMs: NOON_MS, before });
      pages.push(page.logs.map(({ body }) => body));
      before = page.next;
    } while (before);
    return pages;
  }

  it('pages through logs in the order of time, over days and senders, each log once', async () => {
    const fresh = await begin();
    const sent: { body: string; atMs: number }[] = [];
    for (let part = 0; part < 15; part += 1) {
      const receivedAtMs = NOON_MS - Math.floor(part / 5) * DAY_MS;
      // Every fifth part was written on another day than it came, and parts overlap.
      const atMs = part % 5 === 4 ? receivedAtMs - 1.5 * DAY_MS : receivedAtMs - part * 1000;
      const logs = Array.from({ length: 20 }, (_, n) =>
        log(`log ${part}.${n}`, { atMs: atMs - n * 700 }),
      );
      sent.push(...logs);
      await fresh.record(item(logs.toReversed(), { receivedAtMs, projectId: (part % 2) + 1 }));
    }
    const pages = await readPages(fresh, 'log');
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 100]);
    const inOrder = sent.toSorted((a, b) => b.atMs - a.atMs).map(({ body }) => body);
    const times = new Map(sent.map(({ body, atMs }) => [body, atMs]));
    expect(pages.flat().map((body) => times.get(body))).toEqual(
      inOrder.map((body) => times.get(body)),
    );
    expect(new Set(pages.flat()).size).toBe(sent.length);
  });

  it('pages through logs of one millisecond, each log once, the last recorded first', async () => {
    const fresh = await begin();
    const count = logLimits.perPage + 30;
    for (let at = 0; at < count; at += 10) {
      const logs = Array.from({ length: 10 }, (_, n) => log(`log ${at + n}`));
      await fresh.record(
        item(logs),
        item([log('spans', { atMs: NOON_MS - 1 }), log('spans')], { projectId: 2, item: 1 }),
      );
    }
    const pages = await readPages(fresh, '!spans');
    expect(pages.map(({ length }) => length)).toEqual([100, 30]);
    expect(pages.flat()).toEqual(Array.from({ length: count }, (_, n) => `log ${count - 1 - n}`));
    expect((await readPages(fresh, 'spans')).flat()).toHaveLength((count / 10) * 2);
  });

  it('finds logs by their time', async () => {
    const fresh = await begin();
    const hours = [0, 1, 2, 30, 31];
    for (const ago of hours) {
      const atMs = NOON_MS - ago * HOUR_MS;
      await fresh.record(
        item([log(`${ago} h`, { atMs }), log(`${ago} h and more`, { atMs: atMs - 1 })]),
      );
    }
    const read = async (text: string) => (await readPages(fresh, text)).flat();
    expect(await read('timestamp:-1h')).toEqual(['0 h', '0 h and more', '1 h']);
    expect(await read('timestamp:>=2026-01-05T11:00 h')).toEqual(['0 h', '0 h and more', '1 h']);
    expect(await read('timestamp:<2026-01-05')).toEqual([
      '30 h',
      '30 h and more',
      '31 h',
      '31 h and more',
    ]);
    expect(await read('timestamp:2026-01-05T10:00')).toEqual(['2 h']);
    expect(await read('!timestamp:-3h timestamp:>2026-01-04T05:59')).toEqual(['30 h']);
    expect(await read('timestamp:[2026-01-05T12:00, 2026-01-05T10:00]')).toEqual(['0 h', '2 h']);
    expect(await read('has:timestamp 31')).toEqual(['31 h', '31 h and more']);
  });

  const MINUTE_MS = 60_000;
  const isErrorOf = ({ level }: Log): boolean => level === 'error' || level === 'fatal';

  /** Makes logs of all levels over two hours, of which some came a day after they were written. */
  async function recordMany({ record }: Awaited<ReturnType<typeof begin>>) {
    const levels = ['info', 'error', 'warn', 'debug', 'fatal', 'trace', 'info'] as const;
    const sent: (Log & { readonly projectId: number })[] = [];
    for (let part = 0; part < 6; part += 1) {
      const projectId = (part % 2) + 1;
      const logs = Array.from({ length: 300 }, (_, n) =>
        log(`n${n}`, {
          level: levels[(n + part) % levels.length]!,
          atMs: NOON_MS - ((n * 7919 + part * 13) % 7200) * 1000 - 1,
        }),
      );
      sent.push(...logs.map((each) => ({ ...each, projectId })));
      await record(item(logs, { projectId, receivedAtMs: NOON_MS + (part === 5 ? DAY_MS : 0) }));
    }
    return sent;
  }

  const countAll = async ({ stores }: Pick<FreshDatabase, 'stores'>, projects = BOTH) => {
    const range = { fromMs: NOON_MS - 2 * HOUR_MS, beforeMs: NOON_MS, stepMs: 2 * MINUTE_MS };
    const { tally, countedFromMs } = await stores.logs.count({ projects, ...range });
    return { counts: sumSteps(tally), facets: tally.facets, countedFromMs, ...range };
  };

  /** Sums the counts of each two minutes. */
  const sumSteps = ({ minutes }: LogTally) => {
    const sums = new Map<string, number>();
    for (const [minute, levels] of minutes) {
      for (const [level, logs] of levels) {
        const key = `${Math.floor(minute / 2)} ${level}`;
        sums.set(key, (sums.get(key) ?? 0) + logs);
      }
    }
    return sums;
  };

  const countThese = (sent: Awaited<ReturnType<typeof recordMany>>) => {
    const tally = new LogTally();
    for (const each of sent) tally.add(each, BOTH.get(each.projectId)!);
    return sumSteps(tally);
  };

  it('counts logs by bucket, level and project, as many as were recorded', async () => {
    const fresh = await begin();
    const sent = await recordMany(fresh);
    const { counts, facets, countedFromMs, fromMs } = await countAll(fresh);
    expect(counts).toEqual(countThese(sent));
    expect(countedFromMs).toBe(fromMs);
    const own = sent.filter(({ projectId }) => projectId === 2);
    const errors = own.filter(isErrorOf).length;
    expect(facets.get('project')?.get('api')).toEqual({ logs: own.length, errors });
    expect((await countAll(fresh, new Map([[2, 'api']]))).counts).toEqual(countThese(own));
    expect((await countAll(fresh, new Map())).counts.size).toBe(0);
  });

  it('counts no log that was deleted', async () => {
    const fresh = await begin();
    const sent = await recordMany(fresh);
    const by = { byUserId: 1, nowMs: NOON_MS };
    await fresh.stores.settings.patch(logSettings, { projectId: 1, patch: { days: 1 }, ...by });
    while (await fresh.stores.logs.removeOld(NOON_MS + DAY_MS));
    const kept = sent.filter(({ projectId }) => projectId === 2);
    expect((await countAll(fresh)).counts).toEqual(countThese(kept));
  });

  it('says from when on it counts after an upgrade, and counts a day again that gets logs', async () => {
    const fresh = await begin();
    const sent = await recordMany(fresh);
    const days = (fresh.database as KyselyDatabase).openDays(logDays);
    await days.write('2026-01-05', (db) => db.schema.dropTable('log_minutes').execute());
    await days.close();
    expect((await countAll(fresh)).countedFromMs).toBe(NOON_MS);
    await fresh.record(item([log('later', { atMs: NOON_MS })]));
    const { counts, countedFromMs, fromMs } = await countAll(fresh);
    expect(counts).toEqual(countThese(sent));
    expect(countedFromMs).toBe(fromMs);
  });

  it('counts what a search has read by minute, level and facet, and says how far that was', async () => {
    const fresh = await begin();
    const sent = await recordMany(fresh);
    const search = async (text: string, traits = {}) =>
      fresh.stores.logs.search({
        projects: BOTH,
        search: toSearch(text, 'logs'),
        nowMs: NOON_MS,
        isCounted: true,
        ...traits,
      });
    const { tally, countedBackToMs, logs } = await search('level:[error, fatal] n2');
    const matching = sent.filter((each) => isErrorOf(each) && each.body.startsWith('n2'));
    expect(logs).toHaveLength(logLimits.perPage);
    expect(countedBackToMs).toBeDefined();
    const backTo = Math.ceil(countedBackToMs! / MINUTE_MS);
    const expected = new Map<number, number>();
    for (const { atMs } of matching) {
      const minute = Math.floor(atMs / MINUTE_MS);
      if (minute >= backTo) expected.set(minute, (expected.get(minute) ?? 0) + 1);
    }
    const counted = [...tally.minutes]
      .filter(([minute]) => minute >= backTo)
      .map(([minute, levels]) => [minute, [...levels.values()].reduce((a, b) => a + b)] as const);
    expect(new Map(counted)).toEqual(expected);
    const few = await search('level:error n29');
    const rare = sent.filter(({ level, body }) => level === 'error' && body.startsWith('n29'));
    expect(few).toMatchObject({ tally: { logs: rare.length } });
    expect(few.countedBackToMs).toBeUndefined();
    const ofApi = rare.filter(({ projectId }) => projectId === 2).length;
    expect(few.tally.facets.get('project')?.get('api')).toEqual({ logs: ofApi, errors: ofApi });
    expect((await search('n29', { isCounted: false })).tally.logs).toBe(0);
  });

  it('finds a log by its name in the projects that the reader may see', async () => {
    const fresh = await begin();
    await fresh.record(item([log('first'), log('second', { traceId: TRACE })]));
    const search = { projects: BOTH, search: [], nowMs: NOON_MS };
    const [{ name, ...second }] = (await fresh.stores.logs.search(search)).logs as [NamedLog];
    expect(await fresh.stores.logs.find(name, [1, 2])).toEqual(second);
    expect(await fresh.stores.logs.find(name, [2])).toBeUndefined();
    expect(await fresh.stores.logs.find({ ...name, index: 7 }, [1])).toBeUndefined();
    expect(await fresh.stores.logs.find({ ...name, day: '2026-01-04' }, [1])).toBeUndefined();
  });

  it('stops a search after many characters, and continues it on the next page', async () => {
    const fresh = await begin();
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`k${n}`, 'x'.repeat(1000)]),
    );
    const blocks = 4;
    for (let at = 1; at <= blocks; at += 1) {
      const atMs = NOON_MS + at;
      const count = Math.ceil(logLimits.charactersSearched / 3 / 100_000);
      const logs = Array.from({ length: count }, () => log('vast', { attributes: many, atMs }));
      // All blocks overlap, so each search reads those behind its beginning again.
      const early = log('early', { atMs: NOON_MS - 50_000 });
      await fresh.record(item([early, log(`first ${at}`, { atMs }), ...logs]));
    }
    await fresh.record(item([log('first of all', { atMs: NOON_MS - HOUR_MS })]));
    const search = (text: string, before?: LogPlace) =>
      fresh.stores.logs.search({ projects: BOTH, search: toSearch(text), nowMs: NOON_MS, before });
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const page = await search('message:*irst*');
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(page.logs.map(({ body }) => body)).toEqual(['first 4', 'first 3', 'first 2']);
    expect(page.searchedBackToMs).toBe(NOON_MS + 1);
    const last = await search('message:*irst*', page.next);
    expect(last.logs.map(({ body }) => body)).toEqual(['first 1', 'first of all']);
    expect(last).toEqual({ logs: last.logs, tally: last.tally });
  });

  it('lists beside an error the logs of its trace, and of its server around its time', async () => {
    const fresh = await begin();
    const server = { 'server.address': 'a1' };
    await fresh.record(
      item([
        log('before', { traceId: TRACE, atMs: NOON_MS - 60_000, attributes: server }),
        log('at the same time', { traceId: TRACE, atMs: NOON_MS - 60_000 }),
        log('near', { atMs: NOON_MS - logLimits.besideMs, attributes: server }),
        log('too early', { atMs: NOON_MS - logLimits.besideMs - 1, attributes: server }),
        log('elsewhere', { attributes: { 'server.address': 'b1' } }),
      ]),
      item([log('in another project', { traceId: TRACE, atMs: NOON_MS + 5 })], {
        projectId: 2,
        item: 1,
      }),
      item([log('near in another project', { attributes: server })], { projectId: 2, item: 2 }),
    );
    const query = {
      projectIds: [1, 2],
      projectId: 1,
      atMs: NOON_MS,
      receivedAtMs: NOON_MS + 1000,
      traceId: TRACE,
      serverName: 'a1',
    };
    const list = async (traits = {}) => {
      const logs = await fresh.stores.logs.listBeside({ ...query, ...traits });
      return logs.map(({ body, isOfTrace }) => [body, isOfTrace]);
    };
    expect(await list()).toEqual([
      ['before', true],
      ['at the same time', true],
      ['near', false],
      ['in another project', true],
    ]);
    expect(await list({ projectIds: [1] })).toEqual([
      ['before', true],
      ['at the same time', true],
      ['near', false],
    ]);
    expect(await list({ traceId: undefined })).toEqual([['near', false]]);
    expect(
      await list({ atMs: NOON_MS - 40 * DAY_MS, receivedAtMs: NOON_MS - 40 * DAY_MS }),
    ).toEqual([]);
  });

  it('lists logs of a trace an hour on either side, also when others of the server are many', async () => {
    const fresh = await begin();
    const server = { 'server.address': 'a1' };
    const many = Array.from({ length: logLimits.besideError }, (_, n) =>
      log(`of others ${n}`, { atMs: NOON_MS + n, attributes: server }),
    );
    const ofTrace = [-1.1, -1, 1, 1.1].map((hours) =>
      item([log(`${hours} h`, { traceId: TRACE, atMs: NOON_MS + hours * HOUR_MS })]),
    );
    await fresh.record(item(many), ...ofTrace.map((each, index) => ({ ...each, item: index + 1 })));
    const error = { atMs: NOON_MS, receivedAtMs: NOON_MS, traceId: TRACE, serverName: 'a1' };
    const beside = { ...error, projectIds: [1], projectId: 1 };
    const found = await fresh.stores.logs.listBeside(beside);
    expect(found.filter(({ isOfTrace }) => isOfTrace).map(({ body }) => body)).toEqual([
      '-1 h',
      '1 h',
    ]);
  });

  it('corrects logs that told no clock as the events of their sender are, and finds them there', async () => {
    const fresh = await begin();
    const behindMs = 3 * HOUR_MS;
    const said = { traceId: TRACE, saidMs: NOON_MS - behindMs, atMs: NOON_MS - behindMs };
    const server = { 'server.address': 'a1' };
    await fresh.record(
      item([log('of the browser', said), log('of a server', { ...said, attributes: server })]),
      item([log('told', { traceId: TRACE, atMs: NOON_MS + 1 })], { item: 1 }),
    );
    const corrections = new Map([[toSender(1, undefined), behindMs - 1]]);
    const error = { atMs: NOON_MS, receivedAtMs: NOON_MS, traceId: TRACE, corrections };
    const found = await fresh.stores.logs.listBeside({ ...error, projectIds: [1], projectId: 1 });
    expect(found.map(({ body, atMs }) => [body, atMs - NOON_MS])).toEqual([
      ['of a server', -behindMs],
      ['of the browser', -1],
      ['told', 1],
    ]);
  });

  it('orders logs of one millisecond as their process counted them', async () => {
    const fresh = await begin();
    const steps = [5, 6, 7, 8, 9, 0, 1, 2, 3, 4].map((n) =>
      log(`${n}`, { traceId: TRACE, attributes: { 'sentry.timestamp.sequence': n } }),
    );
    await fresh.record(item(steps.slice(0, 5)));
    await fresh.record(item(steps.slice(5)));
    const inOrder = steps.map(({ body }) => body).toSorted();
    expect(await find(fresh, '')).toEqual(inOrder.toReversed());
    const error = { atMs: NOON_MS, receivedAtMs: NOON_MS, traceId: TRACE };
    const beside = await fresh.stores.logs.listBeside({ ...error, projectIds: [1], projectId: 1 });
    expect(beside.map(({ body }) => body)).toEqual(inOrder);
  });

  it('accepts the longest texts that an item may have', async () => {
    const fresh = await begin();
    const letter = (n: number) => String.fromCodePoint(0x4e00 + n);
    const logs = Array.from({ length: logLimits.logsPerBlock }, (_log, at) =>
      log(Array.from({ length: 70 }, (_word, n) => letter(at * 70 + n).repeat(64)).join(' '), {
        attributes: Object.fromEntries(
          Array.from({ length: logLimits.attributes }, (_fact, n) => [`k${n}`, at]),
        ),
      }),
    );
    await fresh.record(item(logs));
    expect(await find(fresh, 'k3:7')).toHaveLength(1);
    expect((await readPages(fresh)).flat()).toHaveLength(logs.length);
  });

  it('accepts logs of a day file that another process has dropped', async () => {
    const fresh = await begin();
    await fresh.record(item([log('first')]));
    const elsewhere = fresh.openAgain().database as KyselyDatabase;
    await elsewhere.openDays(logDays).drop('2026-01-05');
    await fresh.record(item([log('second')]));
    expect(await find(fresh, '')).toEqual(['second']);
  });

  it('never shows logs of another project, whatever words their texts have', async () => {
    const fresh = await begin();
    const server = { 'server.address': 'a1' };
    await fresh.record(item([log('p02p secret', { traceId: TRACE, attributes: server })]));
    const onlyApi = new Map([[2, 'api']]);
    expect(await find(fresh, 'secret', onlyApi)).toEqual([]);
    expect(await find(fresh, '', onlyApi)).toEqual([]);
    const query = {
      projectIds: [2],
      projectId: 2,
      atMs: NOON_MS,
      receivedAtMs: NOON_MS,
      traceId: TRACE,
      serverName: 'a1',
    };
    expect(await fresh.stores.logs.listBeside(query)).toEqual([]);
  });

  it('walks over all blocks of one project or of all, and replaces changed logs', async () => {
    const fresh = await begin();
    for (const daysAgo of [0, 1]) {
      const receivedAtMs = NOON_MS - daysAgo * DAY_MS;
      await fresh.record(
        item([log(`ann of web ${daysAgo}`), log('other')], { receivedAtMs }),
        item([log(`ann of api ${daysAgo}`)], { receivedAtMs, projectId: 2, item: 1 }),
      );
    }
    const database = fresh.database as KyselyDatabase;
    const days = database.openDays(logDays);
    const walk = async (projectId: number | null) => {
      const last = await findLastPosition(days);
      for (let after = 0; after < last;) {
        after = await walkBlocks(
          { days, kind: database.kind, projectId, after, limit: 1 },
          (each) => ({ ...each, body: each.body.replace('ann', 'somebody') }),
        );
      }
    };
    await walk(1);
    expect(await find(fresh, 'ann')).toEqual(['ann of api 0', 'ann of api 1']);
    expect(await find(fresh, 'somebody')).toEqual(['somebody of web 0', 'somebody of web 1']);
    await walk(null);
    expect(await find(fresh, 'ann')).toEqual([]);
    expect(await find(fresh, 'somebody')).toHaveLength(4);
  });

  it('deletes days that no project keeps, and older logs of projects that keep fewer days', async () => {
    const fresh = await begin();
    const { stores } = fresh;
    const by = { byUserId: 1, nowMs: NOON_MS };
    await stores.settings.patch(logSettings, { projectId: 1, patch: { days: 2 }, ...by });
    for (const daysAgo of [0, 1, 2, 7]) {
      const receivedAtMs = NOON_MS - daysAgo * DAY_MS;
      await fresh.record(
        item([log(`web ${daysAgo}`)], { receivedAtMs }),
        item([log(`api ${daysAgo}`)], { receivedAtMs, projectId: 2, item: 1 }),
      );
    }
    while (await stores.logs.removeOld(NOON_MS));
    expect(await find(fresh, '')).toHaveLength(5);
    expect(await find(fresh, '2')).toEqual(['api 2']);
    expect(await find(fresh, '7')).toEqual([]);
  });

  /** Makes a log that takes as much space as others, since nothing compresses it. */
  const large = (name: string, traits: Partial<Log> = {}) =>
    log(`${name} ${randomBytes(6000).toString('base64url')}`, traits);
  const findNames = async (fresh: Pick<FreshDatabase, 'stores'>, text: string) =>
    (await find(fresh, text)).map((body) => body.split(' ', 1).join());

  /** Sets the budget of logs to that of a number of `large` ones. */
  async function allow({ stores, record }: Awaited<ReturnType<typeof begin>>, count: number) {
    await record(item([large('measured')]));
    const { dayBytes } = await stores.logs.measure(1, NOON_MS);
    const budgetBytes = count * dayBytes;
    await stores.storage.settle(budgetBytes / logLimits.budgetShare, () => Promise.resolve(1));
    return budgetBytes;
  }

  it('keeps the logs of other projects when one project sends without end', async () => {
    const fresh = await begin();
    const { stores, record } = fresh;
    await record(item([log('theirs today')], { projectId: 2 }));
    await record(item([log('theirs yesterday')], { projectId: 2, receivedAtMs: NOON_MS - DAY_MS }));
    const budgetBytes = await allow(fresh, 100);
    for (let sent = 0; sent < 60; sent += 5) {
      const batch = Array.from({ length: 5 }, (_, n) => item([large(`flood${sent + n}`)]));
      await record(...batch.map((each, at) => ({ ...each, item: at })));
    }
    while (await stores.logs.removeOld(NOON_MS));
    const { bytes, dayBytes } = await stores.logs.measure(1, NOON_MS);
    expect(bytes).toBe(dayBytes);
    // The last batch may exceed the share.
    expect(dayBytes).toBeGreaterThan(0.8 * logLimits.dayShare * budgetBytes);
    expect(dayBytes).toBeLessThan(1.7 * logLimits.dayShare * budgetBytes);
    expect(await find(fresh, 'theirs')).toEqual(['theirs today', 'theirs yesterday']);
    expect(await findNames(fresh, 'measured')).toEqual([]);
    expect((await findNames(fresh, 'flood')).at(0)).toBe('flood59');
    const range = { projectIds: [1, 2], fromMs: 0, toMs: NOON_MS, per: 'hour' } as const;
    const sums = await stores.outcomes.sum(range);
    expect(sums.filter(({ outcome }) => outcome !== 'stored')).toEqual([]);
  });

  it('deletes the oldest logs of a project that holds more than its part, and frees the disk', async () => {
    const fresh = await begin();
    const { stores, record } = fresh;
    const budgetBytes = await allow(fresh, 100);
    for (const projectId of [1, 2]) {
      const by = { byUserId: 1, nowMs: NOON_MS };
      await stores.settings.patch(logSettings, { projectId, patch: { days: 30 }, ...by });
    }
    for (let daysAgo = 9; daysAgo > 0; daysAgo -= 1) {
      const receivedAtMs = NOON_MS - daysAgo * DAY_MS;
      // No block has two of them.
      const logs = Array.from({ length: 9 }, (_, n) =>
        large(`held${'_abcdefghi'[daysAgo]}`, { atMs: receivedAtMs - n * 100_000 }),
      );
      await record(item(logs, { receivedAtMs }));
      await record(item([log(`theirs ${daysAgo}`)], { receivedAtMs, projectId: 2 }));
    }
    const before = await measureDay(fresh.database as KyselyDatabase, '2025-12-27');
    while (await stores.logs.removeOld(NOON_MS));
    const { bytes } = await stores.logs.measure(1, NOON_MS);
    expect(bytes).toBeLessThanOrEqual(logLimits.projectShare * budgetBytes);
    expect(bytes).toBeGreaterThan(0.9 * logLimits.projectShare * budgetBytes);
    expect(await find(fresh, 'theirs')).toHaveLength(9);
    expect(await findNames(fresh, 'heldi')).toEqual([]);
    expect(await findNames(fresh, 'helda')).toHaveLength(9);
    const after = await measureDay(fresh.database as KyselyDatabase, '2025-12-27');
    expect(after).toBeLessThan(before);
  });

  it('locks the share of a project before its counts, so that adding and deleting cannot deadlock', async () => {
    if (kind === 'sqlite') return;
    const fresh = await begin();
    await fresh.record(item([log('first')]));
    const other = fresh.openAgain().stores;
    const second = createReport(2, [], { logs: [item([log('second')])] });
    const days = (fresh.database as KyselyDatabase).openDays(logDays);
    let recording: Promise<unknown> | undefined;
    await days.write('2026-01-05', async (transaction) => {
      const share = transaction.updateTable('log_shares').where('project_id', '=', 1);
      await share.set((row) => ({ items: row.ref('items') })).execute();
      recording = other.reports.record([second]);
      const waiting = sql`select 1 from pg_locks where not granted`;
      while ((await waiting.execute(transaction)).rows.length === 0);
      // Fails at once when the other process has locked the counts.
      await sql`select 1 from ${sql.table('log_minutes')} for update nowait`.execute(transaction);
    });
    await recording;
    expect(await find(fresh, '')).toHaveLength(2);
  });

  it('forgets the names of items when these alone would fill the share of a project', async () => {
    const fresh = await begin();
    const { stores, record } = fresh;
    await allow(fresh, 4);
    for (let sent = 0; sent < 100; sent += 1) await record(item([log(`small ${sent}`)]));
    const last = item([log('last')]);
    await record(last);
    await record(last);
    const days = (fresh.database as KyselyDatabase).openDays(logDays);
    const rows = await days.read('2026-01-05', (db) =>
      db.selectFrom('log_items').selectAll().execute(),
    );
    expect(rows!.length).toBeLessThan(60);
    const { bytes } = await stores.logs.measure(1, NOON_MS);
    expect(bytes).toBeLessThan(rows!.length * 1000);
    expect(await find(fresh, 'last')).toEqual(['last']);
  });
});

async function measureDay(database: KyselyDatabase, day: string): Promise<number> {
  const found = await database.openDays(logDays).read(day, async (db) => {
    const query =
      database.kind === 'sqlite'
        ? sql<{ bytes: number }>`select page_count as bytes from pragma_page_count`
        : sql<{ bytes: number }>`select cast(sum(pg_total_relation_size(oid)) as bigint) as bytes
            from pg_class where relkind = 'r' and relname like ${`%${day.replaceAll('-', '_')}`}`;
    return (await query.execute(db)).rows[0]!.bytes;
  });
  return found!;
}
