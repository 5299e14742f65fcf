import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import type { BundleAnswer } from '#product/recording/artifacts';
import { artifactJobs, EventMaps } from '#product/recording/artifacts/relay';
import { Scheduler, SystemClock } from '#shared';
import { SystemPause } from '#telemetry/plain';
import { readRendererConfig } from '../apps/renderer/src/config/renderer-config.ts';
import { OwnMaps } from '../apps/renderer/src/features/recording/artifacts/own-maps.ts';
import { UploadsService } from '../apps/renderer/src/features/recording/artifacts/uploads.service.ts';
import { root } from '../scripts/support/root.mjs';
import { eventually } from './support/eventually.ts';

class HandScheduler extends Scheduler {
  readonly waiting: (() => void)[] = [];

  override runAfter(_delayMs: number, task: () => void): () => void {
    this.waiting.push(task);
    return () => undefined;
  }
}

class WatchedUploads extends UploadsService {
  readonly ends: string[] = [];

  override async upload(...upload: Parameters<UploadsService['upload']>): Promise<BundleAnswer> {
    const answer = await super.upload(...upload);
    this.ends.push(answer.state);
    return answer;
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'errata-own-maps-'));
const database = openDatabase({ dataDir });
const stores = createStores(database, { secret: 'a secret of the specs' });
const clock = new SystemClock();
const config = readRendererConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost/errors' });
const uploads = new WatchedUploads(stores.artifactChunks, stores.artifactBundles, clock, config);

afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

function start(from = config) {
  const scheduler = new HandScheduler();
  new OwnMaps(uploads, stores.projects, from, scheduler).onApplicationBootstrap();
  return scheduler.waiting;
}

/** Runs one waiting task at a time until the uploads have ended. */
async function untilUploaded(times: number): Promise<void> {
  const waiting = start();
  await eventually('an upload', () => {
    waiting.shift()?.();
    return uploads.ends.length === times;
  });
}

const listBundles = () => stores.artifactBundles.list(2, { limit: 10 });

it('the renderer uploads the maps of its scripts after an idle minute, once for each build', async () => {
  await database.migrate(['product']);
  await stores.projects.ensure([
    { slug: 'app', id: 1 },
    { slug: 'errata', id: 2 },
  ]);
  await untilUploaded(1);
  const jobs = artifactJobs({
    ...stores,
    work: {
      inFolder: (work) => work(dataDir),
      findRoom: async () => Infinity,
    },
    clock,
    pause: new SystemPause(),
  });
  await jobs.find(({ name }) => name === 'artifacts')!.run(new AbortController().signal);
  const [bundle] = await listBundles();
  expect(bundle).toMatchObject({ state: 'ok', release: config.release });
  const script = readdirSync(join(root, 'dist/apps/renderer/maps'))
    .find((name) => name.startsWith('core-'))!
    .replace('.map', '');
  const build = { release: config.release };
  const files = await stores.artifacts.listByUrls(2, build, [
    `~/errors/assets/${script}`,
    `~/errors/assets/${script}.map`,
  ]);
  expect(new Set(files.map(({ kind }) => kind))).toEqual(new Set(['map', 'source']));
  expect(files.every(({ problem }) => problem === undefined)).toBe(true);
  const maps = new EventMaps({ ...stores, clock });
  await maps.refresh();
  const filename = `http://localhost/errors/assets/${script}`;
  // The first line is Vite's own where the script loads others.
  const frames = [1000, 3000, 5000, 7000].flatMap((colno) =>
    [1, 2].map((lineno) => ({ filename, lineno, colno })),
  );
  const exception = { values: [{ type: 'TypeError', stacktrace: { frames } }] };
  const event = { platform: 'javascript', release: config.release, exception };
  // Some positions of minified code have no original, so several are tried.
  expect(JSON.stringify(await maps.map(2, event))).toMatch(/"source":"(?:apps|libs)\//);
  await untilUploaded(2);
  expect(uploads.ends).toEqual(['created', 'ok']);
  expect(await listBundles()).toHaveLength(1);
});

it('the renderer uploads no maps when its errors go elsewhere, or nowhere', () => {
  for (const MONITORING_DSN of ['off', 'https://key@errors.example/7']) {
    expect(start(readRendererConfig({ DATA_DIR: dataDir, MONITORING_DSN }))).toEqual([]);
  }
});
