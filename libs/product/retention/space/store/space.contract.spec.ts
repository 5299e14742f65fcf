import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { operationLimits, retentionLimits } from '#shared';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
} from '../../../testing/index.ts';
import type { TableUse } from './space.store.ts';

const MIB = 1024 * 1024;
const EVENT_BYTES = 100_000;
const BUNDLE = {
  checksum: 'c',
  state: 'ok',
  chunks: '[]',
  bytes: 1,
  created_at: 1,
  used_at: 1,
  attempts: 1,
} as const;

onEachDatabase('SpaceStore', ({ kind, openFresh }) => {
  async function openFilled(events: number) {
    const fresh = await openFresh('app', 'web');
    const { stores } = fresh;
    for (let report = 0; report < events; report += 10) {
      const some = Array.from({ length: 10 }, (_, index) => {
        const event = createGroupedEvent({ event: { projectId: index === 0 ? 2 : 1 } });
        const body = Buffer.alloc(EVENT_BYTES, index);
        return { ...event, payload: { ...event.payload, body } };
      });
      await stores.reports.record([createReport(report, some)]);
    }
    return fresh;
  }
  const find = (tables: readonly TableUse[], table: string) =>
    tables.find((each) => each.table === table);

  it.each([false, true])(
    'measures the space of tables, and of projects in them (thoroughly: %s)',
    async (isThorough) => {
      const { stores } = await openFilled(100);
      expect(await stores.space.find()).toBeUndefined();
      const use = await stores.space.measure(NOON_MS, { isThorough });
      await stores.space.remember(use);
      expect(await stores.space.find()).toEqual(use);
      expect(use.tables[0]).toMatchObject({ table: 'event_payloads' });
      const { bytes = 0, projects = [] } = find(use.tables, 'event_payloads') ?? {};
      // PostgreSQL does not compress these bodies, and adds some bytes to each row.
      expect(bytes / (100 * EVENT_BYTES)).toBeGreaterThan(0.9);
      expect(bytes / (100 * EVENT_BYTES)).toBeLessThan(1.3);
      expect(projects.map(({ projectId }) => projectId)).toEqual([1, 2]);
      expect(projects[1]!.bytes / bytes).toBeCloseTo(0.1, 2);
      expect(find(use.tables, 'users')?.projects).toEqual([]);
      const all = use.tables.reduce((sum, table) => sum + table.bytes, 0);
      expect(Math.abs(all / (use.bytes - (use.freeBytes ?? 0)) - 1)).toBeLessThan(0.05);
    },
  );

  it('samples rows whose ids are far apart', async () => {
    const { stores, db } = await openFilled(10);
    const [key] = await db.selectFrom('grouping_keys').select('id').execute();
    const rows = Array.from({ length: 30_000 }, (_, index) => ({
      project_id: index % 3 === 0 ? 2 : 1,
      event_id: `${index}`.padStart(32, '0'),
      grouping_key_id: key!.id,
      received_at: NOON_MS,
      occurred_at: NOON_MS,
      level: 'error' as const,
      not_kept: 'storm' as const,
    }));
    for (let start = 0; start < rows.length; start += 1000) {
      await db
        .insertInto('events')
        .values(rows.slice(start, start + 1000))
        .execute();
    }
    const { tables } = await stores.space.measure(NOON_MS);
    const { bytes = 0, projects = [] } = find(tables, 'events') ?? {};
    expect(projects[1]!.bytes / bytes).toBeCloseTo(1 / 3, 2);
  });

  it('tells the size of each larger table within a factor of 2, and whose source maps there are', async () => {
    const { stores, db } = await openFilled(50);
    await db
      .insertInto('artifact_bundles')
      .values([1, 2].map((id) => ({ ...BUNDLE, id, project_id: id })))
      .execute();
    for (const [index, checksum] of ['aa', 'bb', 'cc'].entries()) {
      const pieces = Readable.from(Array.from({ length: 4 }, () => randomBytes(MIB)));
      await stores.artifacts.addTable(checksum, { pieces, nowMs: 1 });
      const project_id = index === 0 ? 2 : 1;
      const map = { project_id, bundle_id: project_id, map_checksum: checksum };
      await db
        .insertInto('artifact_files')
        .values({ ...map, kind: 'map', url: '~/a.map', bytes: 1 })
        .execute();
    }
    const [quick, thorough] = [
      await stores.space.measure(NOON_MS),
      await stores.space.measure(NOON_MS, { isThorough: true }),
    ];
    const large = thorough.tables.filter(({ bytes }) => bytes > thorough.bytes / 100);
    expect(large[0]).toMatchObject({ table: 'artifact_parts' });
    for (const { table, bytes } of large) {
      const factor = find(quick.tables, table)!.bytes / bytes;
      expect({ table, factor: Math.abs(Math.log2(factor)) <= 1 ? 'at most 2' : factor }).toEqual({
        table,
        factor: 'at most 2',
      });
    }
    const { bytes, projects } = find(quick.tables, 'artifact_parts')!;
    const shares = projects.map((of) => [of.projectId, Math.round((of.bytes / bytes) * 12)]);
    expect(shares).toEqual([
      [1, 8],
      [2, 4],
    ]);
  });

  if (kind === 'sqlite') {
    it('gives free space back in steps, except a reserve for new rows', async () => {
      const { stores, db, config } = await openFilled(200);
      const before = await stores.space.measure(NOON_MS);
      await db.deleteFrom('events').execute();
      let steps = 0;
      while (await stores.space.giveBack()) steps += 1;
      await stores.space.truncate();
      const after = await stores.space.measure(NOON_MS);
      expect(after.canGiveBack).toBe(true);
      expect(steps).toBeGreaterThan((200 * EVENT_BYTES * 0.9) / retentionLimits.spacePerStep);
      expect(after.bytes).toBeLessThan(before.bytes / 10);
      expect(after.freeBytes).toBeLessThanOrEqual(after.bytes / 10);
      expect(statSync(join(config.dataDir, 'errata.sqlite')).size).toBe(after.bytes);
      expect(before.bytes).toBeGreaterThan(19 * MIB);
    });
  } else {
    it('gives no space back on PostgreSQL', async () => {
      const { stores } = await openFilled(10);
      expect(await stores.space.giveBack()).toBe(false);
      expect(await stores.space.measure(NOON_MS)).toMatchObject({ canGiveBack: false });
    });
  }
});

onEachDatabase('OperationSampleStore', ({ kind, openFresh }) => {
  const HOUR_MS = 3_600_000;
  const one = { relay: 'one', waiting: 7, oldestMs: 40, ownBytes: 9, logBytes: 1, spoolBytes: 2 };
  const disk = { allBytes: 8_000_000_000_000, freeBytes: 3_000_000_000_000 };

  it('keeps one sample of each relay and hour: the longest queue and the last sizes', async () => {
    const { stores, openAgain } = await openFresh();
    const { operationSamples } = stores;
    const { operationSamples: killed } = openAgain().stores;
    const two = { ...one, relay: 'two' };
    await Promise.all([
      killed.add({ ...one, atMs: NOON_MS + 1 }),
      operationSamples.add({ ...two, atMs: NOON_MS }),
    ]);
    await operationSamples.add({ ...one, atMs: NOON_MS + 2, waiting: 2, oldestMs: 50, ...disk });
    await operationSamples.add({ ...one, atMs: NOON_MS + HOUR_MS, waiting: 0 });
    const of = { startsAtMs: NOON_MS, databaseBytes: expect.any(Number) };
    const unknown = { allBytes: null, freeBytes: null };
    expect(await operationSamples.list(NOON_MS + 3)).toEqual([
      { ...of, ...one, oldestMs: 50, ...disk },
      { ...of, ...two, ...unknown },
      { ...of, ...one, ...unknown, startsAtMs: NOON_MS + HOUR_MS, waiting: 0 },
    ]);
    expect(operationSamples.isDatabaseInFolder).toBe(kind === 'sqlite');
  });

  it('removes samples after a month', async () => {
    const { operationSamples } = (await openFresh()).stores;
    const endMs = NOON_MS + operationLimits.samplesKeptMs;
    for (const atMs of [NOON_MS, endMs, endMs + 1]) await operationSamples.add({ ...one, atMs });
    expect(await operationSamples.list(0)).toMatchObject([{ startsAtMs: endMs }]);
  });
});
