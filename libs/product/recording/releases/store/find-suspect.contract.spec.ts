import { expect, it } from '@jest/globals';
import { onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import { toFileParts } from '../rules/changed-file.ts';
import type { ToldCommit } from '../rules/told-release.ts';

const commit = (id: string, path: string, atMs?: number): ToldCommit => ({
  id,
  patchSet: [{ path, type: 'M' }],
  ...(atMs === undefined ? {} : { atMs }),
});

onEachDatabase('the suspect commit of an error', ({ openFresh }) => {
  async function open() {
    const fresh = await openFresh('web', 'api');
    const { reportedReleases } = fresh.stores;
    const tell = (version: string, atMs: number, commits: readonly ToldCommit[], ids = [1]) =>
      reportedReleases.upsert(version, { atMs, projectIds: ids, commits });
    const event = (release: string, occurredAtMs: number) =>
      fresh.record({ event: { projectId: 1, release, occurredAtMs } });
    const findAt = async (occurredAtMs: number, release: string, ...paths: readonly string[]) =>
      (
        await reportedReleases.findSuspect({
          projectId: 1,
          release,
          occurredAtMs,
          files: paths.map(toFileParts),
        })
      )?.commit.id;
    const find = (release: string, ...paths: readonly string[]) =>
      findAt(NOON_MS + 60_000, release, ...paths);
    return { ...fresh, tell, event, find, findAt };
  }

  it('is the newest commit that changed one of the files, up to the error’s release', async () => {
    const { tell, find } = await open();
    await tell('1', NOON_MS, [commit('a', 'src/a.ts', 1), commit('b', 'web/src/b.ts', 2)]);
    await tell('2', NOON_MS + 2, [commit('c', 'src/a.ts', 3), commit('d', 'lib/a.ts', 9)]);
    await tell('3', NOON_MS + 3, [commit('e', 'src/a.ts', 4)]);
    expect(await find('2', '/app/src/a.ts')).toBe('c');
    expect(await find('1', 'app:///src/a.ts')).toBe('a');
    expect(await find('1', 'src/a.ts', 'src/b.ts')).toBe('b');
    expect(await find('3', 'src/b.ts')).toBe('b');
    expect(await find('3', 'SRC/a.ts')).toBeUndefined();
    expect(await find('unknown', 'src/a.ts')).toBeUndefined();
    expect(await find('3')).toBeUndefined();
  });

  it('is searched in releases that the project had up to the release', async () => {
    const { tell, event, find } = await open();
    await event('1', NOON_MS);
    await event('2', NOON_MS + 5);
    await tell('1', NOON_MS + 9, [commit('a', 'src/100%_a.ts', 1)]);
    await tell('other', NOON_MS + 1, [commit('b', 'src/100%_a.ts', 5)], [2]);
    await tell('later', NOON_MS + 6, [commit('c', 'src/100%_a.ts', 6)]);
    expect(await find('2', 'src/100%_a.ts')).toBe('a');
    expect(await find('other', 'src/100%_a.ts')).toBeUndefined();
    expect(await find('later', 'src/100%_a.ts')).toBe('c');
  });

  it('is found below many newer commits that were told to another project', async () => {
    const { tell, find } = await open();
    await tell('1', NOON_MS, [commit('a', 'src/a.ts', 1)], [1, 2]);
    const others = Array.from({ length: 21 }, (_, at) => commit(`b${at}`, 'src/a.ts', 2));
    await tell('2', NOON_MS, [], [1]);
    await tell('2', NOON_MS, others, [2]);
    expect(await find('2', 'src/a.ts')).toBe('a');
  });

  it('is never made after the error, even when it is reported with the error’s release', async () => {
    const { tell, findAt } = await open();
    await tell('1', NOON_MS, [
      commit('cause', 'src/a.ts', NOON_MS - 60_000),
      commit('fix', 'src/a.ts', NOON_MS + 60_000),
      commit('other', 'src/b.ts', NOON_MS + 60_000),
    ]);
    await tell('2', NOON_MS, [commit('timeless', 'src/c.ts')]);
    expect(await findAt(NOON_MS, '1', 'src/a.ts')).toBe('cause');
    expect(await findAt(NOON_MS, '1', 'src/b.ts')).toBeUndefined();
    expect(await findAt(NOON_MS + 60_000, '1', 'src/a.ts')).toBe('fix');
    expect(await findAt(NOON_MS - 1, '2', 'src/c.ts')).toBe('timeless');
  });

  it('is found in the error’s own release, even when the project has forgotten it', async () => {
    const { tell, find, db } = await open();
    await tell('1', NOON_MS, [commit('a', 'src/a.ts')]);
    await db.deleteFrom('releases').execute();
    expect(await find('1', 'src/a.ts')).toBe('a');
  });

  it('is no longer found when its release has other commits or is removed', async () => {
    const { tell, find, stores, db } = await open();
    await tell('1', NOON_MS, [commit('a', 'src/a.ts')]);
    await tell('1', NOON_MS, [commit('b', 'src/b.ts')]);
    expect(await find('1', 'src/a.ts')).toBeUndefined();
    expect(await find('1', 'src/b.ts')).toBe('b');
    await stores.reportedReleases.remove('1');
    expect(await db.selectFrom('told_paths').selectAll().execute()).toEqual([]);
  });
});
