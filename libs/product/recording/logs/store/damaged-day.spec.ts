import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Database } from '#persistence';
import { createStores, openDatabase } from '#product';
import { createGroupedEvent, createReport } from '../../../testing/index.ts';
import type { Stores } from '#product';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const FILE = '2026-01-05.sqlite';

let dataDir: string;
let database: Database;
let stores: Stores;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'errata-days-'));
  open();
  await database.migrate(['product']);
  await stores.projects.ensure([{ slug: 'web', id: 1 }]);
});

function open(): void {
  database = openDatabase({ dataDir });
  stores = createStores(database);
}

afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

async function record(id: number, body: string): Promise<void> {
  const log = { atMs: NOON_MS, level: 'info', body, attributes: {} } as const;
  const item = {
    projectId: 1,
    receivedAtMs: NOON_MS,
    item: 0,
    content: body,
    logs: [log],
    dropped: [],
  };
  const report = createReport(
    id,
    [createGroupedEvent({ event: { eventId: `${id}`.repeat(32) } })],
    { logs: [item] },
  );
  await stores.reports.record([report]);
}

async function find(): Promise<readonly string[]> {
  const projects = new Map([[1, 'web']]);
  const { logs } = await stores.logs.search({ projects, search: [], nowMs: NOON_MS });
  return logs.map(({ body }) => body);
}

/** Open files would still be read from the cache. */
async function damage(): Promise<void> {
  await database.close();
  writeFileSync(join(dataDir, 'logs', FILE), 'no database'.repeat(1000));
  open();
}

it('LogStore records logs and errors despite a damaged day file, and deletes the file later', async () => {
  await record(1, 'before');
  await damage();
  await record(2, 'after');
  expect(await find()).toEqual(['after']);
  const [issue] = await stores.issues.list({ limit: 1 });
  expect(issue?.events).toBe(2);
  expect(await stores.logs.listDamaged()).toEqual([
    expect.stringMatching(/^2026-01-05\.sqlite\.damaged-\d+$/),
  ]);
  await stores.logs.removeOld(NOON_MS + 8 * 86_400_000);
  expect(readdirSync(join(dataDir, 'logs'))).toEqual([]);
});

it('LogStore reads the other logs while a day file is damaged', async () => {
  await record(1, 'before');
  await damage();
  expect(await find()).toEqual([]);
  expect(await stores.logs.listDamaged()).toHaveLength(1);
  await record(2, 'after');
  expect(await find()).toEqual(['after']);
});

it('LogStore goes on when another process sets a damaged day file aside that is open', async () => {
  await record(1, 'before');
  const other = openDatabase({ dataDir });
  const others = createStores(other);
  const projects = new Map([[1, 'web']]);
  const search = async () => {
    const { logs } = await others.logs.search({ projects, search: [], nowMs: NOON_MS });
    return logs.map(({ body }) => body);
  };
  expect(await search()).toEqual(['before']);
  const file = join(dataDir, 'logs', FILE);
  renameSync(file, `${file}.damaged-1`);
  renameSync(`${file}-wal`, `${file}.damaged-1-wal`);
  rmSync(`${file}-shm`);
  await database.close();
  open();
  await record(2, 'after');
  const soon = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 100);
  expect(await search()).toEqual(['after']);
  soon.mockRestore();
  await other.close();
  await stores.logs.removeOld(NOON_MS + 8 * 86_400_000);
  expect(readdirSync(join(dataDir, 'logs'))).toEqual([]);
});
