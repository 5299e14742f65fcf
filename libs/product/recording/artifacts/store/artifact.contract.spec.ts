import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { artifactLimits } from '#shared';
import { onEachDatabase } from '../../../testing/index.ts';
import { removeArtifactsOfProject } from './remove-artifacts.ts';

const PART_BYTES = 256 * 1024;
const DEBUG_ID = '7b1e7a0c-1e5d-4c0e-9d0a-0123456789ab';

const sha1 = (bytes: Buffer | string): string => createHash('sha1').update(bytes).digest('hex');

async function* piecesOf(...pieces: readonly (Buffer | string)[]) {
  for (const piece of pieces) yield Buffer.from(piece);
}

async function* breakingOff() {
  yield Buffer.alloc(PART_BYTES + 1);
  throw new Error('broke off');
}

async function readAll(pieces: AsyncIterable<Buffer>): Promise<string> {
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read).toString();
}

onEachDatabase('the artifact stores', ({ openFresh }) => {
  async function open() {
    const fresh = await openFresh('app', 'web');
    const { stores, db } = fresh;
    const { artifacts, artifactBundles: bundles, artifactChunks: chunks } = stores;
    return {
      ...fresh,
      artifacts,
      bundles,
      chunks,
      addChunk: (text: string, nowMs = 1, holder = 0) =>
        chunks.add(sha1(text), { pieces: piecesOf(text), nowMs, holder }),
      addTable: (checksum: string, text = checksum, nowMs = 1) =>
        artifacts.addTable(checksum, { pieces: piecesOf(text), nowMs }),
      ask: (texts: readonly string[], traits: { projectId?: number; nowMs?: number } = {}) =>
        bundles.ask({
          projectId: 1,
          checksum: sha1(texts.join('')),
          chunks: texts.map(sha1),
          nowMs: 1,
          ...traits,
        }),
      countBlobs: async () => ({
        blobs: (await db.selectFrom('artifact_blobs').select('id').execute()).length,
        parts: (await db.selectFrom('artifact_parts').select('blob_id').execute()).length,
      }),
    };
  }

  it('keep a chunk by its hash, once, in parts', async () => {
    const { chunks, countBlobs } = await open();
    const large = Buffer.alloc(2 * PART_BYTES + 7, 'abcdefg');
    for (const cut of [1, PART_BYTES, 300_000]) {
      const pieces = piecesOf(large.subarray(0, cut), large.subarray(cut));
      expect(await chunks.add(sha1(large), { pieces, nowMs: 1 })).toBe('kept');
    }
    expect(await countBlobs()).toEqual({ blobs: 1, parts: 3 });
    expect(await readAll(chunks.read(sha1(large)))).toBe(large.toString());
    expect(await readAll(chunks.read(sha1('other')))).toBe('');
  });

  it('keep no chunk with a wrong hash, over the size limit, or broken off', async () => {
    const { chunks, countBlobs } = await open();
    const add = (pieces: AsyncIterable<Uint8Array>) =>
      chunks.add(sha1('one'), { pieces, nowMs: 1 });
    expect(await add(piecesOf('two'))).toBe('mismatch');
    const tooLarge = Buffer.alloc(artifactLimits.chunkBytes);
    expect(await add(piecesOf(tooLarge, 'x'))).toBe('too_large');
    await expect(add(breakingOff())).rejects.toThrow('broke off');
    expect(await countBlobs()).toEqual({ blobs: 0, parts: 0 });
  });

  it('refuse chunks beyond the share of a holder, and beyond a limit over all', async () => {
    const { addChunk, db } = await open();
    await addChunk('one');
    const { waitingBytes, waitingBytesOfAll } = artifactLimits;
    await db.updateTable('artifact_blobs').set({ bytes: waitingBytes }).execute();
    expect(await addChunk('two')).toBe('no_room');
    expect(await addChunk('two', 1, 7)).toBe('kept');
    await db.updateTable('artifact_blobs').set({ bytes: waitingBytesOfAll }).execute();
    expect(await addChunk('three', 1, 8)).toBe('no_room');
  });

  it('ask for missing chunks, and create the bundle once all are there', async () => {
    const { ask, addChunk, bundles } = await open();
    expect(await ask(['one', 'two', 'one'])).toEqual({
      state: 'not_found',
      missing: [sha1('one'), sha1('two')],
    });
    await addChunk('one');
    expect(await ask(['one', 'two'])).toEqual({ state: 'not_found', missing: [sha1('two')] });
    await addChunk('two');
    expect(await ask(['one', 'two'])).toEqual({ state: 'created' });
    expect(await ask(['one', 'two'])).toEqual({ state: 'created' });
    expect(await bundles.list(1, { limit: 10 })).toHaveLength(1);
    expect([await bundles.count(1), await bundles.count(2)]).toEqual([1, 0]);
    expect(await bundles.list(2, { limit: 10 })).toEqual([]);
  });

  it('give a bundle to one relay, and to another when the first does not finish', async () => {
    const { ask, addChunk, bundles, openAgain } = await open();
    const other = openAgain().stores.artifactBundles;
    await addChunk('one');
    await ask(['one']);
    const claimed = await Promise.all([bundles.claim(1000), other.claim(1000)]);
    const [bundle] = claimed.filter((each) => each !== undefined);
    expect(claimed.filter((each) => each === undefined)).toHaveLength(1);
    expect(bundle).toMatchObject({ projectId: 1, checksum: sha1('one'), chunks: [sha1('one')] });
    expect(await ask(['one'])).toEqual({ state: 'assembling' });
    expect(await other.claim(600_999)).toBeUndefined();
    await bundles.renew(bundle!, 301_000);
    expect(await other.claim(601_000)).toBeUndefined();
    const again = await other.claim(901_000);
    expect(again).toMatchObject({ id: bundle!.id, attempts: 2 });
    await bundles.refuse(bundle!, { detail: 'late', nowMs: 1 });
    expect(await ask(['one'])).toEqual({ state: 'assembling' });
    await bundles.release(again!, { isAttempt: true });
    expect(await ask(['one'])).toEqual({ state: 'created' });
    const third = await bundles.claim(901_002);
    expect(third).toMatchObject({ id: bundle!.id, attempts: 3 });
    await bundles.release(third!, { isAttempt: false });
    expect(await bundles.claim(901_003)).toMatchObject({ id: bundle!.id, attempts: 3 });
  });

  it('tell the next claim of a bundle that the one before has expired, and meanwhile why it is held', async () => {
    const { ask, addChunk, bundles } = await open();
    await addChunk('one');
    await ask(['one']);
    const first = (await bundles.claim(1000))!;
    expect(first).toMatchObject({ attempts: 1, isExpired: false });
    await bundles.hold(first, 'No room.');
    expect(await ask(['one'])).toEqual({ state: 'assembling', detail: 'No room.' });
    const second = (await bundles.claim(700_000))!;
    expect(second).toMatchObject({ attempts: 2, isExpired: true });
    expect(await ask(['one'])).toEqual({ state: 'assembling' });
  });

  it('measure the chunks of a bundle, each as often as it is listed', async () => {
    const { addChunk, chunks } = await open();
    await addChunk('one');
    expect(await chunks.measure([sha1('one'), sha1('gone'), sha1('one')])).toBe(6);
  });

  it('find the files of a bundle by debug id, or by build and address, in its project', async () => {
    const { ask, addChunk, artifacts, bundles, explain } = await open();
    await addChunk('one');
    for (const projectId of [1, 2]) {
      await bundles.ask({
        projectId,
        checksum: sha1('one'),
        chunks: [sha1('one')],
        release: 'shop\u0000@1.0',
        ...(projectId === 1 ? { dist: '7' } : {}),
        nowMs: 1,
      });
    }
    const claimed = (await bundles.claim(2))!;
    const { id } = claimed;
    const file = { kind: 'map', url: '~/app.js.map', debugId: DEBUG_ID, bytes: 9 } as const;
    const source = { kind: 'source', url: '~/app.js', mapUrl: 'app.js.map', bytes: 3 } as const;
    const broken = { ...file, problem: 'Broken.' };
    const urls = Array.from({ length: 21 }, (_, at) => `~/${at}.map`);
    const many = urls.map((url) => ({ kind: 'map', url, bytes: 1 }) as const);
    const files = [source, broken, { ...file, mapChecksum: 'aa' }, broken, ...many];
    for (let time = 0; time < 2; time += 1) await bundles.settle(claimed, { files, bytes: 12 });
    expect(await ask(['one'])).toEqual({ state: 'ok' });

    const [listed] = await bundles.list(1, { limit: 10 });
    expect(listed).toMatchObject({ id, state: 'ok', bytes: 12, files: 23, dist: '7' });
    expect(await bundles.list(1, { limit: 10, beforeId: id })).toEqual([]);
    const found = await artifacts.listByDebugIds(1, [DEBUG_ID]);
    expect(found).toMatchObject([{ mapChecksum: 'aa', bundleId: id }]);
    const build = { release: 'shop\u0000@1.0', dist: '7' };
    expect(await artifacts.listByUrls(1, build, ['~/app.js', '~/x.js'])).toMatchObject([source]);
    expect(await artifacts.listByUrls(1, { ...build, dist: '8' }, ['~/app.js'])).toEqual([]);
    expect(await artifacts.listByUrls(1, { release: build.release }, ['~/app.js'])).toEqual([]);
    expect(await artifacts.listByDebugIds(2, [DEBUG_ID])).toEqual([]);
    const inBundle = await artifacts.listInBundles(found, () => ['~/app.js', '~/x.js']);
    expect(inBundle).toMatchObject([source]);
    expect(await artifacts.listInBundles(found, () => urls)).toHaveLength(20);
    const others = found.map((each) => ({ ...each, bundleId: id + 1 }));
    expect(await artifacts.listInBundles(others, () => ['~/app.js'])).toEqual([]);
    expect(await artifacts.listNamesakes(1, 'app.js', build.release)).toMatchObject([source]);
    expect(await artifacts.listProjects()).toEqual(new Set([1]));
    // Names that are asked for together are listed once.
    const countListings = async (names: readonly string[]) => {
      const plan = await explain((stores) => {
        const store = stores.artifacts;
        return Promise.all(names.map((name) => store.listNamesakes(2, name, undefined)));
      });
      return plan.split('artifact_files').length;
    };
    expect(await countListings(['x.js', 'y.js', 'z.js'])).toBe(await countListings(['x.js']));
  });

  it('drop chunks with the last bundle that needs them', async () => {
    const { ask, addChunk, bundles, countBlobs } = await open();
    await addChunk('one');
    await addChunk('two');
    await ask(['one', 'two']);
    await ask(['one'], { projectId: 2 });
    const first = (await bundles.claim(1))!;
    await bundles.settle(first, { files: [], bytes: 6 });
    expect(await countBlobs()).toEqual({ blobs: 1, parts: 1 });
    const second = (await bundles.claim(1))!;
    await bundles.refuse(second, { detail: 'It is no zip.\u0000', nowMs: 1 });
    expect(await countBlobs()).toEqual({ blobs: 0, parts: 0 });
  });

  it('report why a bundle was refused, and accept the bundle when it is sent again', async () => {
    const { ask, addChunk, bundles } = await open();
    await addChunk('one');
    await ask(['one']);
    const detail = 'It is no zip.'.padEnd(artifactLimits.textLength);
    await bundles.refuse((await bundles.claim(1))!, { detail: `${detail}cut off`, nowMs: 1 });
    expect(await ask(['one'])).toEqual({ state: 'error', detail });
    const later = { nowMs: 600_001 };
    expect(await ask(['one'], later)).toEqual({ state: 'not_found', missing: [sha1('one')] });
    await addChunk('one');
    expect(await ask(['one'], later)).toEqual({ state: 'created' });
    expect(await bundles.claim(2)).toMatchObject({ chunks: [sha1('one')] });
  });

  it('keep the first table that is written for a map', async () => {
    const { artifacts, addTable } = await open();
    await addTable('aa', 'first');
    await addTable('aa', 'second');
    expect(await readAll(artifacts.readTable('aa'))).toBe('first');
    expect(await readAll(artifacts.readTable('bb'))).toBe('');
  });

  it('remove a bundle with its files, in its project alone', async () => {
    const { ask, addChunk, artifacts, bundles } = await open();
    await addChunk('one');
    await ask(['one']);
    const claimed = (await bundles.claim(1))!;
    const { id } = claimed;
    const file = { kind: 'map', url: '~/a.map', debugId: DEBUG_ID, bytes: 1 } as const;
    await bundles.settle(claimed, { files: [file], bytes: 1 });
    expect(await bundles.remove(2, id)).toBe(false);
    expect(await artifacts.listByDebugIds(1, [DEBUG_ID])).toHaveLength(1);
    expect(await bundles.remove(1, id)).toBe(true);
    expect(await artifacts.listByDebugIds(1, [DEBUG_ID])).toEqual([]);
    expect(await bundles.remove(1, id)).toBe(false);
  });

  it('remove unneeded chunks, half-written blobs, and tables without a file', async () => {
    const { ask, addChunk, addTable, artifacts, bundles, chunks, db, countBlobs } = await open();
    await addChunk('bundled');
    await ask(['bundled']);
    const claimed = (await bundles.claim(1))!;
    await addTable('aa');
    const file = { kind: 'map', url: '~/a.map', mapChecksum: 'aa', bytes: 1 } as const;
    await bundles.settle(claimed, { files: [file], bytes: 1 });
    await addTable('orphan');
    await addChunk('left');
    await addChunk('asked for');
    await ask(['asked for', 'missing'], { nowMs: 100 });
    const half = { kind: 'table', checksum: null, bytes: 0, touched_at: 1 } as const;
    await db.insertInto('artifact_blobs').values(half).execute();
    expect((await countBlobs()).blobs).toBe(5);
    let steps = 0;
    while (await chunks.removeUnneeded(100)) steps += 1;
    expect(steps).toBe(3);
    expect(await readAll(artifacts.readTable('aa'))).toBe('aa');
    expect(await readAll(chunks.read(sha1('asked for')))).toBe('asked for');
  });

  it('keep a bundle that a build has uploaded again', async () => {
    const { ask, addChunk, bundles } = await open();
    await addChunk('one');
    await ask(['one']);
    const claimed = (await bundles.claim(1))!;
    await bundles.settle(claimed, { files: [], bytes: 1 });
    const [again, later] = [80, 100].map((days) => days * 86_400_000);
    expect(await ask(['one'], { nowMs: again })).toEqual({ state: 'ok' });
    expect(await bundles.removeUnneeded(later!)).toBe(false);
    expect(await bundles.removeUnneeded(again! + later!)).toBe(true);
  });

  it('remove the bundles and files of a deleted project', async () => {
    const { stores, ask, addChunk, bundles, db } = await open();
    await addChunk('one');
    await ask(['one']);
    const claimed = (await bundles.claim(1))!;
    const files = Array.from({ length: 1500 }, (_, index) => ({
      kind: 'source' as const,
      url: `~/${index}.js`,
      bytes: 1,
    }));
    await addChunk('two');
    await ask(['two']);
    await bundles.settle((await bundles.claim(2))!, { files, bytes: 1 });
    const step = () => db.transaction().execute((some) => removeArtifactsOfProject(some, 1));
    const count = async () => (await db.selectFrom('artifact_files').select('id').execute()).length;
    expect([await count(), await step(), await count(), await step()]).toEqual([
      1500,
      true,
      500,
      true,
    ]);
    await stores.projectDeletions.delete(1, { nowMs: 1 });
    let isMore = true;
    while (isMore) isMore = await stores.projectDeletions.sweep(1_000_000);
    const file = { kind: 'map', url: '~/a.map', bytes: 1 } as const;
    await bundles.settle(claimed, { files: [file], bytes: 1 });
    expect(await bundles.list(1, { limit: 10 })).toEqual([]);
    expect(await db.selectFrom('artifact_files').selectAll().execute()).toEqual([]);
  });
});
