import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type AssetEncoding, assetEncodings } from './asset-form.ts';
import { KeptBuilds } from './kept-builds.ts';

const DAY_MS = 86_400_000;
const NAME = 'view-12345678.js';

let parent: string;
let folder: string;
let nowMs: number;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'errata-builds-'));
  folder = join(parent, 'assets');
  nowMs = Date.UTC(2026, 0, 5, 12);
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** A process that runs `build`, which has these files. */
function open(build: string, files: Readonly<Record<string, string>> = {}, keptDays = 7) {
  const source = join(parent, 'dist', build);
  mkdirSync(source, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(source, file), text);
  const clock = { nowMs: () => nowMs };
  return new KeptBuilds({ folder, build, source, keptMs: keptDays * DAY_MS, clock });
}

const ofBuild = (build: string) => ({ [`${build}-12345678.js`]: build });
const listBuilds = (): string[] => readdirSync(folder).toSorted();

async function find(
  builds: KeptBuilds,
  name = NAME,
  encodings: readonly AssetEncoding[] = assetEncodings,
) {
  const found = await builds.find(name, encodings);
  return found && [found.encoding, String(found.body)];
}

describe('KeptBuilds', () => {
  it('has the files of the build before it, and of its own', async () => {
    await open('one', ofBuild('one')).keep();
    const next = open('two', ofBuild('two'));
    await next.keep();
    expect(await find(next, 'one-12345678.js')).toEqual(['identity', 'one']);
    expect(await find(next, 'two-12345678.js')).toEqual(['identity', 'two']);
    expect(await find(next, 'none-12345678.js')).toBeUndefined();
  });

  it('has for a process of the build before it what the next one keeps', async () => {
    const previous = open('one', ofBuild('one'));
    await previous.keep();
    await open('two', ofBuild('two')).keep();
    expect(await find(previous, 'two-12345678.js')).toEqual(['identity', 'two']);
  });

  it('finds nothing, and no fault, where nothing was kept', async () => {
    expect(await find(open('one'))).toBeUndefined();
  });

  it('finds the smallest form among those asked for', async () => {
    const builds = open('one', { [NAME]: 'script', [`${NAME}.gz`]: 'gz', [`${NAME}.br`]: 'br' });
    await builds.keep();
    expect(await find(builds)).toEqual(['br', 'br']);
    expect(await find(builds, NAME, ['identity', 'gzip'])).toEqual(['gzip', 'gz']);
    expect(await find(builds, NAME, ['identity'])).toEqual(['identity', 'script']);
  });

  it('keeps hashed names alone', async () => {
    await open('one', { [NAME]: 'script', 'robots.txt': 'none' }).keep();
    expect(readdirSync(join(folder, 'one'))).toEqual([NAME]);
  });

  it('keeps a build for as many days as it is told after another replaced it', async () => {
    await open('one', ofBuild('one')).keep();
    // However long it ran.
    nowMs += 100 * DAY_MS;
    await open('two').keep();
    nowMs += 7 * DAY_MS - 1000;
    await open('two').keep();
    expect(listBuilds()).toEqual(['one', 'two']);
    nowMs += 1;
    await open('two').keep();
    expect(listBuilds()).toEqual(['two']);
  });

  it('counts anew from a way back to the build before', async () => {
    await open('one').keep();
    nowMs += 1;
    await open('two').keep();
    nowMs += 100 * DAY_MS;
    await open('one').keep();
    expect(listBuilds()).toEqual(['one', 'two']);
  });

  it('keeps the running build alone when it is told 0 days', async () => {
    await open('one', {}, 0).keep();
    nowMs += 1;
    await open('two', {}, 0).keep();
    expect(listBuilds()).toEqual(['two']);
  });

  it('keeps ten builds beside the running one, the last ones', async () => {
    for (let build = 10; build <= 22; build += 1) {
      nowMs += DAY_MS / 100;
      await open(String(build)).keep();
    }
    expect(listBuilds()).toEqual(Array.from({ length: 11 }, (_, index) => String(index + 12)));
  });

  it('replaces a file that is not as long as it was built, and leaves others as they are', async () => {
    mkdirSync(join(folder, 'one'), { recursive: true });
    writeFileSync(join(folder, 'one', NAME), '');
    writeFileSync(join(folder, 'one', 'same-12345678.js'), 'kept');
    const builds = open('one', { [NAME]: 'script', 'same-12345678.js': 'file' });
    await builds.keep();
    expect(await find(builds)).toEqual(['identity', 'script']);
    expect(await find(builds, 'same-12345678.js')).toEqual(['identity', 'kept']);
  });

  it('takes one build from several processes at once', async () => {
    const builds = open('one', { [NAME]: 'script', [`${NAME}.br`]: 'br' });
    await Promise.all([builds.keep(), open('one').keep(), open('one').keep()]);
    expect(readdirSync(join(folder, 'one')).toSorted()).toEqual([NAME, `${NAME}.br`]);
  });

  it('leaves no part of a file that could not be written', async () => {
    // A folder in the file's place lets everything but the last step succeed.
    mkdirSync(join(folder, 'one', NAME, 'full'), { recursive: true });
    await expect(open('one', { [NAME]: 'script' }).keep()).rejects.toMatchObject({
      syscall: 'rename',
    });
    expect(readdirSync(join(folder, 'one'))).toEqual([NAME]);
  });

  it('leaves files beside its builds alone', async () => {
    await open('one').keep();
    writeFileSync(join(folder, 'notes'), 'mine');
    nowMs += 1;
    await open('two', {}, 0).keep();
    expect(listBuilds()).toEqual(['notes', 'two']);
  });

  it('rejects when its folder cannot be made, and makes none above it', async () => {
    const builds = open('one');
    rmSync(parent, { recursive: true });
    await expect(builds.keep()).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(parent)).toBe(false);
  });
});
