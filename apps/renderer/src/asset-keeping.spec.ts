import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import express from 'express';
import supertest from 'supertest';
import { openAssetKeeping } from './asset-keeping.ts';

const NAME = 'view-12345678.js';

let rootFolder: string;
let lines: string[];

beforeEach(() => {
  rootFolder = mkdtempSync(join(tmpdir(), 'errata-keeping-'));
  mkdirSync(join(rootFolder, 'data'));
  const assets = join(rootFolder, 'dist/apps/renderer/client/assets');
  mkdirSync(assets, { recursive: true });
  writeFileSync(join(assets, NAME), 'script');
  lines = [];
  const note = (line: string): void => void lines.push(line);
  Logger.overrideLogger({ log: note, warn: note, error: note });
});

afterEach(() => {
  Logger.overrideLogger(false);
  rmSync(rootFolder, { recursive: true });
});

function open({ development = false, dataDir = join(rootFolder, 'data') } = {}) {
  const config = { assetsKeptDays: 7, dataDir, development, rootFolder };
  const clock = { nowMs: () => Date.now() };
  const { middleware, start } = openAssetKeeping({ config, buildId: 'one', clock });
  const client = supertest(express().use(middleware));
  return { start, ask: async () => (await client.get(`/assets/${NAME}`)).status };
}

describe('openAssetKeeping', () => {
  it('keeps the running build in the data folder, and answers from there', async () => {
    const { start, ask } = open();
    await start();
    expect(existsSync(join(rootFolder, 'data/assets/one', NAME))).toBe(true);
    // The next build takes its place while this one runs.
    rmSync(join(rootFolder, 'dist'), { recursive: true });
    expect(await ask()).toBe(200);
    expect(lines).toEqual([]);
  });

  it('keeps and answers nothing in development', async () => {
    const { start, ask } = open({ development: true });
    await start();
    expect(await ask()).toBe(404);
    expect(existsSync(join(rootFolder, 'data/assets'))).toBe(false);
  });

  it('says in a line that a build cannot be kept, and goes on', async () => {
    const { start, ask } = open({ dataDir: join(rootFolder, 'none') });
    await start();
    expect(lines).toEqual([
      expect.stringMatching(/^Pages that stay open over an update may be reloaded: ENOENT/),
    ]);
    expect(await ask()).toBe(404);
  });
});
