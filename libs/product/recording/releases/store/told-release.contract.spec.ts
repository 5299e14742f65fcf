import { expect, it } from '@jest/globals';
import { releaseLimits } from '#shared';
import { onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import type { ToldCommit } from '../rules/told-release.ts';
import type { TellRelease } from './told-release.types.ts';

const ALL = { projectIds: [1, 2], offset: 0, limit: 100 };

const commit = (id: string, traits: Partial<ToldCommit> = {}): ToldCommit => ({
  id,
  patchSet: [],
  ...traits,
});

onEachDatabase('ReportedReleaseStore', ({ openFresh }) => {
  it('makes a release once, adds projects to it, and keeps facts that are not sent again', async () => {
    const { reportedReleases } = (await openFresh('web', 'api')).stores;
    const url = 'https://ci.example/7';
    const first = { atMs: NOON_MS, projectIds: [1], url, startedAtMs: NOON_MS - 1 };
    expect(await reportedReleases.upsert('web@1.0+7', first)).toBe(true);
    const again = { atMs: NOON_MS + 5, projectIds: [2, 1, 99], releasedAtMs: NOON_MS + 1 };
    expect(await reportedReleases.upsert('web@1.0+7', again)).toBe(false);
    expect(await reportedReleases.find('web@1.0+7', [1, 2])).toEqual({
      id: expect.any(Number),
      version: 'web@1.0+7',
      projectIds: [1, 2],
      status: 'open',
      url,
      createdAtMs: NOON_MS,
      startedAtMs: NOON_MS - 1,
      releasedAtMs: NOON_MS + 1,
      commitCount: 0,
      deployCount: 0,
    });
    expect(await reportedReleases.find('web@1.0', [1, 2])).toBeUndefined();
  });

  it('makes a release once when several processes report it at once', async () => {
    const fresh = await openFresh('web', 'api');
    const { reportedReleases } = fresh.stores;
    const other = fresh.openAgain().stores.reportedReleases;
    const tell = (store: typeof other, id: string) =>
      store.upsert('1', { atMs: NOON_MS, projectIds: [1], commits: [commit(id), commit('a')] });
    const made = await Promise.all([tell(reportedReleases, 'b'), tell(other, 'c')]);
    expect(made.filter(Boolean)).toHaveLength(1);
    const { id, commitCount } = (await reportedReleases.find('1', [1, 2]))!;
    expect(commitCount).toBe(2);
    expect((await reportedReleases.listCommits(id, [1])).map((each) => each.id)[1]).toBe('a');
  });

  it('changes an existing release only', async () => {
    const { reportedReleases } = (await openFresh('web', 'api')).stores;
    expect(await reportedReleases.change('1', { status: 'archived' })).toBe(false);
    await reportedReleases.upsert('1', { atMs: NOON_MS, projectIds: [1] });
    expect(await reportedReleases.change('1', { status: 'archived', ref: 'main' })).toBe(true);
    expect(await reportedReleases.find('1', [1, 2])).toMatchObject({
      status: 'archived',
      ref: 'main',
    });
    expect(await reportedReleases.list({ ...ALL, status: 'open' })).toEqual([]);
  });

  it('keeps commits complete and in the sent order, until other commits are sent', async () => {
    const { reportedReleases } = (await openFresh('web', 'api')).stores;
    const full = commit('b'.repeat(40), {
      repository: 'acme/web',
      authorName: 'Ann',
      authorEmail: 'ann@example.org',
      atMs: NOON_MS,
      message: 'Empty\u0000 the cart',
      patchSet: [{ path: 'src/cart.ts', type: 'M' }],
    });
    const commits = [full, commit('a')];
    await reportedReleases.upsert('1', { atMs: NOON_MS, projectIds: [1], commits });
    const { id, ...told } = (await reportedReleases.find('1', [1, 2]))!;
    expect(told).toMatchObject({ commitCount: 2, lastCommitId: full.id });
    const kept = { ...full, message: 'Empty\ufffd the cart' };
    expect(await reportedReleases.listCommits(id, [1])).toEqual([kept, commit('a')]);
    await reportedReleases.change('1', { commits: [] });
    expect(await reportedReleases.listCommits(id, [1])).toEqual([]);
  });

  it('tells a call that changed something, with the projects of before and the new ones', async () => {
    const { reportedReleases } = (await openFresh('web', 'api')).stores;
    const told: unknown[] = [];
    const tell: TellRelease = (did, projectIds) => {
      told.push([did, ...projectIds]);
      return () => Promise.resolve();
    };
    const commits = [commit('a', { authorName: 'Ann', atMs: 1 })];
    const refs = [{ repository: 'acme/web', commitId: 'r' }];
    const changes = { atMs: NOON_MS, projectIds: [1], status: 'open', ref: 'main', refs } as const;
    await reportedReleases.upsert('1', changes, tell);
    await reportedReleases.upsert('1', { ...changes, atMs: NOON_MS + 1 }, tell);
    await reportedReleases.change('1', { url: 'https://a' }, tell);
    await reportedReleases.change('1', { commits }, tell);
    await reportedReleases.change('1', { commits, refs, url: 'https://a' }, tell);
    await reportedReleases.change('1', { projectIds: [1, 2] }, tell);
    await reportedReleases.upsert('1', { ...changes, refs: [] }, tell);
    const deploy = { environment: 'qa', finishedAtMs: NOON_MS };
    await reportedReleases.addDeploy('1', { ...deploy, projectIds: [2] }, tell);
    await reportedReleases.remove('1', tell);
    await reportedReleases.remove('1', tell);
    expect(told).toEqual([
      ['made', 1],
      ['changed', 1],
      ['changed', 1],
      ['changed', 1, 2],
      ['changed', 1, 2],
      ['deployed', 2],
      ['removed', 1, 2],
    ]);
  });

  it('lists commits for the projects that they were told to', async () => {
    const { reportedReleases } = (await openFresh('web', 'api')).stores;
    const commits = [commit('a')];
    await reportedReleases.upsert('1', { atMs: NOON_MS, projectIds: [1], commits });
    const refs = [{ repository: 'acme/web', commitId: 'r' }];
    await reportedReleases.upsert('1', { atMs: NOON_MS, projectIds: [2], refs });
    const { id } = (await reportedReleases.find('1', [1, 2]))!;
    expect(await reportedReleases.listCommits(id, [2])).toEqual([]);
    const ofWeb = { commitCount: 1, lastCommitId: 'a' };
    const ofApi = { commitCount: 0, lastCommitId: 'r' };
    for (const [projectId, seen] of [ofWeb, ofApi].entries()) {
      const projectIds = [projectId + 1];
      expect(await reportedReleases.find('1', projectIds)).toMatchObject(seen);
      expect(await reportedReleases.list({ ...ALL, projectIds })).toMatchObject([seen]);
    }
    await reportedReleases.upsert('2', { atMs: NOON_MS, projectIds: [1, 2] });
    const next = (await reportedReleases.find('2', []))!;
    expect(await reportedReleases.findPreviousWithCommits(next, [1])).toMatchObject(ofWeb);
    await reportedReleases.change('1', { refs: [] });
    expect(await reportedReleases.findPreviousWithCommits(next, [2])).toBeUndefined();
    const files = [['src', 'a.ts']];
    const query = { release: '1', occurredAtMs: NOON_MS, files };
    const patchSet = [{ path: 'src/a.ts', type: 'M' as const }];
    await reportedReleases.upsert('1', {
      atMs: NOON_MS,
      projectIds: [2],
      commits: [commit('b', { patchSet })],
    });
    expect(await reportedReleases.listCommits(id, [1])).toEqual([]);
    expect(await reportedReleases.findSuspect({ ...query, projectId: 1 })).toBeUndefined();
    expect(await reportedReleases.findSuspect({ ...query, projectId: 2 })).toBeDefined();
    await reportedReleases.change('1', { commits });
    expect(await reportedReleases.listCommits(id, [1])).toEqual(commits);
  });

  it('keeps a commit for the first project when another tells it again', async () => {
    const { reportedReleases } = (await openFresh('web', 'api')).stores;
    const told = { atMs: NOON_MS, commits: [commit('a')] };
    for (const projectIds of [[1], [2]])
      await reportedReleases.upsert('1', { ...told, projectIds });
    const { id } = (await reportedReleases.find('1', []))!;
    const lists = [1, 2].map((projectId) => reportedReleases.listCommits(id, [projectId]));
    expect(await Promise.all(lists)).toEqual([told.commits, told.commits]);
  });

  it('finds the latest release with commits or refs before another, in its projects', async () => {
    const { reportedReleases } = (await openFresh('web', 'api')).stores;
    const refs = [{ repository: 'acme/web', commitId: 'r' }];
    await reportedReleases.upsert('1', { atMs: 1, projectIds: [1], commits: [commit('a')] });
    await reportedReleases.upsert('2', { atMs: 2, projectIds: [1], refs });
    await reportedReleases.upsert('3', { atMs: 3, projectIds: [2], commits: [commit('c')] });
    await reportedReleases.upsert('4', { atMs: 4, projectIds: [1] });
    await reportedReleases.upsert('5', { atMs: 5, projectIds: [1], commits: [commit('e')] });
    const [first, , , fourth] = (await reportedReleases.list(ALL)).toReversed();
    const previous = await reportedReleases.findPreviousWithCommits(fourth!, [1]);
    expect(previous).toMatchObject({ version: '2', lastCommitId: 'r' });
    expect(await reportedReleases.findPreviousWithCommits(first!, [1])).toBeUndefined();
  });

  it('lists releases of projects, the last reported first, by pages and by a part of the version', async () => {
    const { reportedReleases } = (await openFresh('web', 'api')).stores;
    await reportedReleases.upsert('Web@1_0', { atMs: 1, projectIds: [1] });
    await reportedReleases.upsert('api@1', { atMs: 2, projectIds: [2] });
    await reportedReleases.upsert('web@1.0', { atMs: 3, projectIds: [1, 2] });
    const list = async (query: object) =>
      (await reportedReleases.list({ ...ALL, ...query })).map(({ version }) => version);
    expect(await list({})).toEqual(['web@1.0', 'api@1', 'Web@1_0']);
    expect(await list({ projectIds: [1] })).toEqual(['web@1.0', 'Web@1_0']);
    expect(await list({ projectIds: [] })).toEqual([]);
    expect(await list({ offset: 1, limit: 1 })).toEqual(['api@1']);
    expect(await list({ text: 'wEB@1_' })).toEqual(['Web@1_0']);
  });

  it('keeps the latest deploys of a release', async () => {
    const { reportedReleases } = (await openFresh('web', 'api')).stores;
    const deploy = { environment: 'production', finishedAtMs: NOON_MS };
    expect(await reportedReleases.addDeploy('1', deploy)).toBeUndefined();
    await reportedReleases.upsert('1', { atMs: NOON_MS, projectIds: [1] });
    const whole = { ...deploy, name: 'n', url: 'https://a', startedAtMs: 1, projectIds: [1] };
    const added = await reportedReleases.addDeploy('1', whole);
    expect(added).toEqual({ id: expect.any(Number), ...whole });
    for (let count = 0; count < releaseLimits.deploysPerRelease; count += 1) {
      await reportedReleases.addDeploy('1', deploy);
    }
    const { id, deployCount } = (await reportedReleases.find('1', [1, 2]))!;
    const deploys = await reportedReleases.listDeploys(id);
    expect(deployCount).toBe(releaseLimits.deploysPerRelease);
    expect(deploys.map((each) => each.id)).not.toContain(added?.id);
    expect(deploys[0]!.id).toBeGreaterThan(deploys[1]!.id);
  });

  it('drops the oldest release of the projects that share most when there are too many', async () => {
    const fresh = await openFresh('web', 'api');
    const { reportedReleases } = fresh.stores;
    await reportedReleases.upsert('other', { atMs: 1, projectIds: [2] });
    await reportedReleases.upsert('shared', { atMs: 1, projectIds: [1, 2] });
    await reportedReleases.upsert('first', { atMs: 1, projectIds: [1], commits: [commit('a')] });
    const flood = Array.from({ length: releaseLimits.describedReleases - 3 }, (_, index) => ({
      version: `${index}`,
      status: 'open' as const,
      ref: null,
      url: null,
      created_at: 2,
      started_at: null,
      released_at: null,
    }));
    const { db } = fresh;
    for (let start = 0; start < flood.length; start += 1000) {
      const rows = flood.slice(start, start + 1000);
      const made = await db.insertInto('told_releases').values(rows).returning('id').execute();
      await db
        .insertInto('told_release_projects')
        .values(made.map(({ id }) => ({ release_id: id, project_id: 1 })))
        .execute();
    }
    expect(await reportedReleases.find('first', [1, 2])).toBeDefined();
    await reportedReleases.upsert('last', { atMs: 3, projectIds: [2] });
    expect(await reportedReleases.find('first', [1, 2])).toBeUndefined();
    expect(await db.selectFrom('told_commits').selectAll().execute()).toEqual([]);
    const known = await db.selectFrom('releases').select('release').distinct().execute();
    expect(known.map(({ release }) => release).toSorted()).toEqual(['last', 'other', 'shared']);
    await reportedReleases.upsert('more', { atMs: 3, projectIds: [1] });
    for (const version of ['other', 'shared', '1', 'last', 'more']) {
      expect(await reportedReleases.find(version, [1, 2])).toMatchObject({ version });
    }
    expect(await reportedReleases.find('0', [1, 2])).toBeUndefined();
  });

  it('removes a release with its commits', async () => {
    const { reportedReleases } = (await openFresh('web', 'api')).stores;
    await reportedReleases.upsert('1', { atMs: 1, projectIds: [1], commits: [commit('a')] });
    const { id } = (await reportedReleases.find('1', [1, 2]))!;
    expect(await reportedReleases.remove('1')).toBe(true);
    expect(await reportedReleases.remove('1')).toBe(false);
    expect(await reportedReleases.listCommits(id, [1])).toEqual([]);
  });

  it('removes a release with the last of its projects', async () => {
    const { reportedReleases, projectDeletions } = (await openFresh('web', 'api')).stores;
    for (let count = 0; count < 11; count += 1) {
      await reportedReleases.upsert(`web ${count}`, { atMs: 1, projectIds: [1] });
    }
    await reportedReleases.upsert('both', { atMs: 1, projectIds: [1, 2] });
    await projectDeletions.delete(1, { byUserId: 1, nowMs: NOON_MS });
    while (await projectDeletions.sweep(NOON_MS + 60_000));
    expect(await reportedReleases.find('web 10', [1, 2])).toBeUndefined();
    expect(await reportedReleases.find('both', [1, 2])).toMatchObject({ projectIds: [2] });
  });
});
