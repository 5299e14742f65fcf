import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { onEachDatabase } from '#persistence/testing';
import type { FreshDatabase } from '#persistence/testing';
import { Scheduler } from '#shared';
import { openAssetKeeping } from './asset-keeping.ts';
import { readRendererConfig } from './config/renderer-config.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 5, 12);
const NAME = 'view-12345678.js';

/** Rounds of theirs are the keeper's to show; here every replica is started by hand. */
class NoScheduler extends Scheduler {
  override runAfter(): () => void {
    return () => {};
  }
}

describe('openAssetKeeping', () => {
  let folder: string;
  let nowMs: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'errata-keeping-'));
    const assets = join(folder, 'dist/apps/renderer/client/assets');
    mkdirSync(assets, { recursive: true });
    writeFileSync(join(assets, NAME), 'script');
    nowMs = START_MS;
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  onEachDatabase(({ kind, openFresh }) => {
    /** A replica whose installation is `rootFolder`. */
    function openReplica(
      { config, openAgain }: FreshDatabase,
      buildId: string,
      { rootFolder, ...variables }: Readonly<{ rootFolder: string } & Record<string, string>>,
    ) {
      const settings = { DATA_DIR: config.dataDir, ...variables };
      const { middleware, ...keeping } = openAssetKeeping({
        ...openAgain(),
        config: Object.assign({}, readRendererConfig(settings), { rootFolder }),
        buildId,
        clock: { nowMs: () => nowMs },
        scheduler: new NoScheduler(),
      });
      const client = supertest(express().use(middleware));
      return { ...keeping, ask: async () => (await client.get(`/assets/${NAME}`)).status };
    }

    /** The next build: it has no such file. */
    const next = (variables: Readonly<Record<string, string>> = {}) => {
      const rootFolder = join(folder, 'next');
      mkdirSync(join(rootFolder, 'dist/apps/renderer/client/assets'), { recursive: true });
      return { rootFolder, ...variables };
    };

    it('lets a replica of the next build answer what is of the previous one', async () => {
      const fresh = await openFresh();
      await openReplica(fresh, 'one', { rootFolder: folder }).start();
      const replica = openReplica(fresh, 'two', next());
      await replica.start();
      expect(await replica.ask()).toBe(200);
      // In the folder only where there is no server that all replicas share.
      expect(existsSync(join(fresh.config.dataDir, 'assets/one', NAME))).toBe(kind === 'sqlite');
    });

    it('lets a replica of the previous build answer what is of the next one', async () => {
      const fresh = await openFresh();
      const replica = openReplica(fresh, 'one', next());
      await replica.start();
      await openReplica(fresh, 'two', { rootFolder: folder }).start();
      expect(await replica.ask()).toBe(200);
    });

    it('keeps an unused build for as many days as it is told', async () => {
      const fresh = await openFresh();
      await openReplica(fresh, 'one', { rootFolder: folder }).start();
      const replica = openReplica(fresh, 'two', next({ ASSETS_KEPT_DAYS: '2' }));
      nowMs += 2 * DAY_MS;
      await replica.start();
      expect(await replica.ask()).toBe(200);
      nowMs += 1;
      await replica.start();
      expect(await replica.ask()).toBe(404);
    });

    it('keeps the running build alone when it is told 0 days', async () => {
      const fresh = await openFresh();
      const running = openReplica(fresh, 'one', { rootFolder: folder, ASSETS_KEPT_DAYS: '0' });
      await running.start();
      expect(await running.ask()).toBe(200);
      nowMs += 1;
      const replica = openReplica(fresh, 'two', next({ ASSETS_KEPT_DAYS: '0' }));
      await replica.start();
      expect(await replica.ask()).toBe(404);
    });

    it('counts from when the last replica was closed', async () => {
      const fresh = await openFresh();
      const previous = openReplica(fresh, 'one', { rootFolder: folder });
      await previous.start();
      nowMs += 5 * DAY_MS;
      await previous.close();
      nowMs += 5 * DAY_MS;
      const replica = openReplica(fresh, 'two', next());
      await replica.start();
      expect(await replica.ask()).toBe(200);
    });

    it('keeps and answers nothing in development', async () => {
      const fresh = await openFresh();
      const development = { rootFolder: folder, NODE_ENV: 'development' };
      const replica = openReplica(fresh, 'development', development);
      await replica.start();
      await replica.close();
      expect(await replica.ask()).toBe(404);
      expect(existsSync(join(fresh.config.dataDir, 'assets'))).toBe(false);
    });
  });
});
