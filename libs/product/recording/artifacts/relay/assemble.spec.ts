import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import type { WaitingBundle } from '../index.ts';
import { BundleFault } from '../rules/index.ts';
import { assembleNext } from './assemble.ts';
import type { AssemblyParts } from './assemble.ts';

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');
const { signal } = new AbortController();
const workFolder = mkdtempSync(join(tmpdir(), 'errata-work-'));

afterAll(() => rmSync(workFolder, { recursive: true }));

function holdBundle(
  traits: Partial<WaitingBundle> = {},
  unpack?: AssemblyParts['unpack'],
  roomBytes = Infinity,
) {
  const ends: unknown[] = [];
  const folders: string[] = [];
  const renewals: (() => void)[] = [];
  let waits = 0;
  const note = (end: string) => async (of: WaitingBundle | string, why?: object) => {
    ends.push([end, typeof of === 'string' ? of : of.id, ...(why === undefined ? [] : [why])]);
  };
  const bundle = {
    id: 7,
    projectId: 1,
    checksum: sha1('onetwo'),
    chunks: ['one', 'two'],
    attempts: 1,
  };
  const parts: AssemblyParts = {
    artifacts: { addTable: note('table') },
    artifactBundles: {
      claim: async () => ({ ...bundle, ...traits }),
      renew: async () => renewals.splice(0).forEach((done) => done()),
      settle: note('settled'),
      refuse: note('refused'),
      release: note('released'),
      hold: async ({ id }, detail) => void ends.push(['held', id, detail]),
    },
    artifactChunks: {
      read: async function* (checksum) {
        if (checksum !== 'gone') yield Buffer.from(checksum);
      },
      measure: async (checksums) => checksums.join('').length,
    },
    unpack: async (task, ...rest) => {
      folders.push(task.folder);
      return unpack ? unpack(task, ...rest) : { files: [] };
    },
    work: {
      inFolder: async (work) => {
        const folder = mkdtempSync(join(workFolder, 'bundle-'));
        return work(folder).finally(() => rmSync(folder, { recursive: true }));
      },
      findRoom: async () => roomBytes,
    },
    clock: new ClockDouble(),
    pause: {
      // The first wait ends at once, the next one with the assembly.
      wait: async (_, until) => {
        waits += 1;
        if (waits > 1) await new Promise((resolve) => until.addEventListener('abort', resolve));
      },
    },
  };
  return { parts, ends, folders, renewals };
}

it('assembleNext puts chunks together in their order, and leaves no file', async () => {
  const read: string[] = [];
  const { parts, ends, folders } = holdBundle({}, async ({ path }) => {
    read.push(await readFile(path, 'utf8'));
    return { files: [] };
  });
  expect(await assembleNext(parts, signal)).toBe(true);
  expect(read).toEqual(['onetwo']);
  expect(ends).toEqual([['settled', 7, { files: [], bytes: 6 }]]);
  expect(existsSync(folders[0] ?? '')).toBe(false);
});

it('assembleNext renews its claim while it works', async () => {
  const { parts, ends, renewals } = holdBundle({}, async () => {
    await renewed;
    return { files: [] };
  });
  const renewed = new Promise<void>((resolve) => renewals.push(resolve));
  await assembleNext(parts, signal);
  expect(ends).toEqual([['settled', 7, { files: [], bytes: 6 }]]);
});

it.each([
  ['has another checksum', { checksum: sha1('other') }],
  ['has its chunks in another order', { chunks: ['two', 'one'] }],
  ['has lost a chunk', { chunks: ['one', 'gone'] }],
])('assembleNext refuses a bundle that %s', async (_, traits) => {
  const { parts, ends } = holdBundle(traits);
  expect(await assembleNext(parts, signal)).toBe(true);
  expect(ends).toEqual([
    [
      'refused',
      7,
      {
        detail: 'The chunks of the bundle do not have its checksum. Upload it again.',
        nowMs: expect.any(Number),
      },
    ],
  ]);
});

it('assembleNext refuses a bundle that cannot be unpacked, with the reason', async () => {
  const { parts, ends } = holdBundle({}, () => Promise.reject(new BundleFault('No zip.')));
  await assembleNext(parts, signal);
  expect(ends).toEqual([['refused', 7, { detail: 'No zip.', nowMs: expect.any(Number) }]]);
});

it('assembleNext releases a bundle when an internal error occurs', async () => {
  const { parts, ends, folders } = holdBundle({}, () => Promise.reject(new Error('No disk.')));
  await expect(assembleNext(parts, signal)).rejects.toThrow('No disk.');
  expect(ends).toEqual([['released', 7, { isAttempt: true }]]);
  expect(existsSync(folders[0] ?? '')).toBe(false);
});

it('assembleNext refuses a bundle after several attempts with internal errors', async () => {
  const { parts, ends } = holdBundle({ attempts: 3 }, () => Promise.reject(new Error('No disk.')));
  expect(await assembleNext(parts, signal)).toBe(true);
  expect(ends).toEqual([
    ['refused', 7, { detail: expect.stringContaining('3 attempts'), nowMs: expect.any(Number) }],
  ]);
});

it('assembleNext keeps a bundle while the database is away', async () => {
  const away = new ErrataError('database.unavailable');
  const { parts, ends } = holdBundle({ attempts: 9 }, () => Promise.reject(away));
  await expect(assembleNext(parts, signal)).rejects.toBe(away);
  expect(ends).toEqual([['released', 7, { isAttempt: true }]]);
});

it('assembleNext releases its claim once the database is back', async () => {
  const away = new ErrataError('database.unavailable');
  const { parts, ends } = holdBundle({}, () => Promise.reject(away));
  const { release } = parts.artifactBundles;
  let asked = 0;
  const artifactBundles: AssemblyParts['artifactBundles'] = {
    ...parts.artifactBundles,
    release: async (...released) => {
      asked += 1;
      if (asked < 3) throw away;
      await release(...released);
    },
  };
  const wait = async (ms: number, until: AbortSignal) => {
    if (until !== signal) await parts.pause.wait(ms, until);
  };
  await expect(assembleNext({ ...parts, artifactBundles, pause: { wait } }, signal)).rejects.toBe(
    away,
  );
  expect([asked, ends]).toEqual([3, [['released', 7, { isAttempt: true }]]]);
});

it('assembleNext refuses a bundle whose third claim expired, since its relay died', async () => {
  const { parts, ends, folders } = holdBundle({ attempts: 4, isExpired: true });
  expect(await assembleNext(parts, signal)).toBe(true);
  const detail = expect.stringContaining('at the last of 3 attempts');
  expect(ends).toEqual([['refused', 7, { detail, nowMs: expect.any(Number) }]]);
  expect(folders).toEqual([]);
});

it('assembleNext counts no attempt that a stop ended', async () => {
  const stop = new AbortController();
  const { parts, ends } = holdBundle({ attempts: 3 }, async () => {
    stop.abort();
    throw new Error('The thread was ended.');
  });
  await expect(assembleNext(parts, stop.signal)).rejects.toThrow('ended');
  expect(ends).toEqual([['released', 7, { isAttempt: false }]]);
});

it.each([
  [
    1,
    'held',
    expect.stringContaining('has no room for this upload: reading it takes up to 60 bytes'),
  ],
  [
    3,
    'refused',
    expect.objectContaining({ detail: expect.stringContaining('32 bytes may be used') }),
  ],
])('assembleNext does not begin without room on the disk: attempt %i', async (attempts, ...end) => {
  const { parts, ends, folders } = holdBundle({ attempts }, undefined, 32);
  expect(await assembleNext(parts, signal)).toBe(true);
  expect(ends).toEqual([[end[0], 7, end[1]]]);
  expect(folders).toEqual([]);
});
