import { expect, it } from '@jest/globals';
import { sessionLimits } from '#shared';
import { recordingLimits } from '#product/recording/reports';
import { onEachDatabase, NOON_MS, HOUR_MS, DAY_MS } from '../../../testing/index.ts';
import { toSearch } from '../../../testing/to-search.ts';
import type { FreshDatabase } from '../../../testing/index.ts';

interface Told {
  readonly projectId?: number;
  readonly atMs?: number;
  readonly environment?: string;
}

onEachDatabase('ReleaseListStore', ({ openFresh }) => {
  async function begin() {
    const fresh = await openFresh('web', 'api');
    const { stores } = fresh;
    let reports = 0;
    const event = async (
      release: string,
      { projectId = 1, atMs = NOON_MS, environment = 'production' }: Told = {},
    ) => {
      reports += 1;
      const facts = { projectId, release, environment, occurredAtMs: atMs };
      await fresh.record({ event: facts, groupedBy: `${reports}` });
    };
    const session = async (
      release: string,
      { projectId = 1, atMs = NOON_MS, environment = 'production' }: Told = {},
    ) => {
      const group = { startedAtMs: atMs, begun: 1, errored: 0, crashed: 0, abnormal: 0 };
      const item = { projectId, receivedAtMs: atMs, release, environment, groups: [group] };
      await fresh.recordReport({ sessions: [item] });
    };
    const report = (version: string, { projectId = 1, atMs = NOON_MS }: Told = {}) =>
      stores.reportedReleases.upsert(version, { projectIds: [projectId], atMs });
    return Object.assign(fresh, { event, session, report });
  }

  const list = async ({ stores }: FreshDatabase, query = {}) => {
    const found = await stores.releaseList.list({ projectIds: [1, 2], limit: 9, ...query });
    return found.map(({ version }) => version);
  };

  it('lists releases of events, sessions and clients, the newest first', async () => {
    const fresh = await begin();
    await fresh.event('a', { atMs: NOON_MS + 1 });
    await fresh.event('a', { atMs: NOON_MS + 9, projectId: 2 });
    await fresh.report('b', { atMs: NOON_MS + 2 });
    await fresh.session('c', { atMs: NOON_MS + HOUR_MS });
    await fresh.session('c', { atMs: NOON_MS - HOUR_MS });
    expect(await fresh.stores.releaseList.list({ projectIds: [1, 2], limit: 9 })).toEqual([
      { version: 'b', firstSeenMs: NOON_MS + 2, projectIds: [1] },
      { version: 'a', firstSeenMs: NOON_MS + 1, projectIds: [1, 2] },
      { version: 'c', firstSeenMs: NOON_MS - HOUR_MS, projectIds: [1] },
    ]);
    expect(await fresh.stores.releaseList.count([1, 2])).toBe(3);
    expect(await fresh.stores.releaseList.count([2])).toBe(1);
  });

  it('dates a release by its first event, report or session', async () => {
    const fresh = await begin();
    const { releaseList } = fresh.stores;
    const dateOf = async (version: string) =>
      (await releaseList.find(version, [1]))!.firstSeenMs - NOON_MS;
    await fresh.event('a', { atMs: NOON_MS + 5 });
    expect(await dateOf('a')).toBe(5);
    await fresh.report('a', { atMs: NOON_MS + 3 });
    expect(await dateOf('a')).toBe(3);
    await fresh.session('a', { atMs: NOON_MS - HOUR_MS });
    expect(await dateOf('a')).toBe(-HOUR_MS);
    for (const tell of [fresh.report, fresh.event]) await tell('a', { atMs: NOON_MS + 9 });
    expect(await dateOf('a')).toBe(-HOUR_MS);
    expect(await releaseList.find('a', [2])).toBeUndefined();
    expect(await releaseList.find('nothing', [1])).toBeUndefined();
    expect(await releaseList.find('a', [])).toBeUndefined();
  });

  it('keeps the time of the first session after the counts of the session are removed', async () => {
    const fresh = await begin();
    await fresh.session('a', { atMs: NOON_MS });
    await fresh.session('b', { atMs: NOON_MS + DAY_MS });
    await fresh.session('a', { atMs: NOON_MS + 2 * DAY_MS });
    const { releaseHealth, releaseList } = fresh.stores;
    await releaseHealth.removeOld(NOON_MS + DAY_MS + sessionLimits.daysKeptMs);
    const b = { version: 'b', firstSeenMs: NOON_MS + DAY_MS, projectIds: [1] };
    const a = { version: 'a', firstSeenMs: NOON_MS, projectIds: [1] };
    expect(await releaseList.list({ projectIds: [1], limit: 9 })).toEqual([b, a]);
    expect(await releaseList.find('a', [1])).toEqual(a);
    expect(await list(fresh, { before: b, limit: 1 })).toEqual(['a']);
  });

  it('reads no releases of other projects', async () => {
    const fresh = await begin();
    for (const tell of [fresh.event, fresh.session, fresh.report]) {
      await tell(tell.name, { projectId: 2 });
    }
    expect(await list(fresh, { projectIds: [1] })).toEqual([]);
    expect(await list(fresh, { projectIds: [] })).toEqual([]);
    expect(await list(fresh, { projectIds: [2] })).toHaveLength(3);
  });

  it('continues after a release, even among releases of the same time', async () => {
    const fresh = await begin();
    for (const version of ['a', 'c', 'b', 'd']) await fresh.event(version);
    const before = { version: 'c', firstSeenMs: NOON_MS };
    expect(await list(fresh)).toEqual(['d', 'c', 'b', 'a']);
    expect(await list(fresh, { before, limit: 1 })).toEqual(['b']);
  });

  it('forgets a release that is removed, unless an event or a session named it', async () => {
    const fresh = await begin();
    for (const version of ['told', 'event', 'session']) await fresh.report(version);
    await fresh.event('event');
    await fresh.session('session');
    for (const version of ['told', 'event', 'session'])
      await fresh.stores.reportedReleases.remove(version);
    expect(await list(fresh)).toEqual(['session', 'event']);
  });

  it('writes the package that a relay of version 0.2.0 left out', async () => {
    const fresh = await begin();
    for (const version of ['web@1', 'web@2']) await fresh.event(version);
    await fresh.db.updateTable('releases').set({ package: '' }).execute();
    for (const version of ['web@1', 'web@2']) await fresh.event(version);
    const known = await fresh.db.selectFrom('releases').select('package').execute();
    expect(known).toEqual([{ package: 'web@' }, { package: 'web@' }]);
  });

  it('keeps releases that a key brings beyond its allowance out', async () => {
    const fresh = await begin();
    const { newNamesPerHour } = recordingLimits;
    const group = { startedAtMs: NOON_MS, begun: 1, errored: 0, crashed: 0, abnormal: 0 };
    const sessions = Array.from({ length: newNamesPerHour.release + 9 }, (_, at) => ({
      projectId: 1,
      receivedAtMs: NOON_MS,
      release: `made-up-${at}`,
      groups: [group],
    }));
    await fresh.recordReport({ sessions });
    expect(await fresh.stores.releaseList.count([1])).toBe(newNamesPerHour.release);
  });

  it('lists the newest releases of each project', async () => {
    const fresh = await begin();
    for (const [at, version] of ['1', '2', '3', '9'].entries()) {
      await fresh.event(version, { atMs: NOON_MS + at });
    }
    await fresh.event('2', { projectId: 2, atMs: NOON_MS + 7, environment: 'staging' });
    await fresh.event('1', { projectId: 2, atMs: NOON_MS + 8 });
    const { releaseList } = fresh.stores;
    const listed = async (query = {}) => {
      const found = await releaseList.listByProject({ projectIds: [1, 2], limit: 2, ...query });
      return found.map((row) => `${row.projectId}: ${row.version} of ${row.found}`);
    };
    expect(await listed()).toEqual(['2: 1 of 2', '2: 2 of 2', '1: 9 of 4', '1: 3 of 4']);
    expect(await listed({ words: ['3'] })).toEqual(['1: 3 of 1']);
    expect(await listed({ environment: 'production', projectIds: [2] })).toEqual(['2: 1 of 1']);
    const before = { version: '3', firstSeenMs: NOON_MS + 2 };
    expect(await listed({ projectIds: [1], before })).toEqual(['1: 2 of 2', '1: 1 of 2']);
    expect(await listed({ projectIds: [] })).toEqual([]);
  });

  it('finds the one before by version, of the same package and among those seen earlier', async () => {
    const fresh = await begin();
    const { releaseList } = fresh.stores;
    const seen = ['web@1.9', 'api@7', 'web@1.10', 'web@1.9.1', 'api@8', 'web@1.11', '2', 'f00'];
    for (const [at, version] of seen.entries()) await fresh.event(version, { atMs: NOON_MS + at });
    await fresh.event('web@1.10', { projectId: 2, environment: 'staging' });
    await fresh.event('web@1.8', { projectId: 2 });
    await fresh.event('web@1.6', { projectId: 2, atMs: NOON_MS + 7 });
    await fresh.event('web@1.11', { projectId: 2, atMs: NOON_MS + 9 });
    const all = { projectIds: [1, 2], limit: 9 };
    const found = await releaseList.listByProject(all);
    const beforeEach = async (environment?: string) => {
      const previous = await releaseList.findPrevious(found, environment);
      return found.map(({ projectId, version }) => {
        const before = previous.get(projectId)?.get(version) ?? 'none';
        return `${projectId}: ${before} < ${version}`;
      });
    };
    expect(await beforeEach()).toEqual([
      '2: web@1.10 < web@1.11',
      '2: web@1.10 < web@1.6',
      '2: none < web@1.8',
      '2: web@1.8 < web@1.10',
      '1: 2 < f00',
      '1: none < 2',
      '1: web@1.10 < web@1.11',
      '1: api@7 < api@8',
      '1: web@1.10 < web@1.9.1',
      '1: web@1.9 < web@1.10',
      '1: none < api@7',
      '1: none < web@1.9',
    ]);
    expect((await beforeEach('production'))[0]).toBe('2: web@1.8 < web@1.11');
    const release = (await releaseList.find('web@1.11', [1, 2]))!;
    const earlier = await releaseList.listEarlier(release);
    expect(earlier.map(({ version }) => version)).toEqual([
      'web@1.10',
      'web@1.9.1',
      'web@1.9',
      'web@1.8',
      'web@1.6',
    ]);
  });

  it('reads the newest releases and those before by an index', async () => {
    const fresh = await begin();
    const release = (at: number) => `${at % 2 === 0 ? 'web' : 'api'}@1.${at}`;
    const rows = Array.from({ length: 2000 }, (_, at) => ({
      project_id: 1 + (at % 2),
      release: release(at),
      package: release(at).slice(0, 4),
      first_seen_at: at,
      is_seen: 1,
    }));
    for (let from = 0; from < rows.length; from += 500) {
      await fresh.db
        .insertInto('releases')
        .values(rows.slice(from, from + 500))
        .execute();
    }
    await fresh.analyze('releases');
    const plan = await fresh.explain(async ({ releaseList }) => {
      const found = await releaseList.listByProject({ projectIds: [1, 2], limit: 5 });
      await releaseList.findPrevious(found);
    });
    expect(plan).toMatch(/releases_by_package/);
    // Only so the numbering reads the newest alone.
    expect(plan).toMatch(/releases_by_first_seen .*(\n.*Cond: .*)?first_seen_at ?>/);
  });

  it('finds words of a version in any case, and signs literally', async () => {
    const fresh = await begin();
    for (const version of ['Shop@1.0_x', 'Shop@1.0-x', 'web%1']) await fresh.event(version);
    expect(await list(fresh, { words: ['shop', '0_X'] })).toEqual(['Shop@1.0_x']);
    expect(await list(fresh, { words: ['%'] })).toEqual(['web%1']);
  });

  it('finds releases by the environment of their events, sessions or deploys', async () => {
    const fresh = await begin();
    await fresh.event('event', { environment: 'staging' });
    await fresh.session('session', { environment: 'staging' });
    await fresh.report('deploy');
    const deploy = { environment: 'staging', finishedAtMs: NOON_MS };
    await fresh.stores.reportedReleases.addDeploy('deploy', deploy);
    await fresh.event('elsewhere');
    for (const version of ['event', 'session', 'deploy'])
      await fresh.event(version, { projectId: 2 });
    const found = await fresh.stores.releaseList.listByProject({
      projectIds: [1, 2],
      environment: 'staging',
      limit: 9,
    });
    expect(found.map(({ projectId, version }) => `${projectId}: ${version}`).toSorted()).toEqual([
      '1: deploy',
      '1: event',
      '1: session',
    ]);
  });

  it('returns the last deploy of each project', async () => {
    const fresh = await begin();
    await fresh.report('a');
    const { reportedReleases, releaseList } = fresh.stores;
    const deploy = { environment: 'staging', finishedAtMs: NOON_MS };
    await reportedReleases.addDeploy('a', deploy);
    await reportedReleases.addDeploy('a', { ...deploy, environment: 'live', projectIds: [2] });
    const last = async (environment?: string) => {
      const query = { projectIds: [1, 2], environment };
      const found = await releaseList.listLastDeploys(['a', 'b'], query);
      return [1, 2].map((id) => found.get(id)?.get('a')?.environment);
    };
    expect(await last()).toEqual(['staging', 'live']);
    expect(await last('staging')).toEqual(['staging', 'staging']);
    expect(await last('live')).toEqual([undefined, 'live']);
    await reportedReleases.upsert('a', { projectIds: [2], atMs: NOON_MS });
    const ofEach = await releaseList.listDeploysOfProjects([1, 2]);
    expect([1, 2].map((id) => ofEach.get(id)?.environment)).toEqual(['staging', 'live']);
  });

  it('agrees with searches for release:latest about the newest release of each project', async () => {
    const fresh = await begin();
    await fresh.event('2', { atMs: NOON_MS + 2 });
    await fresh.event('1', { atMs: NOON_MS + 1 });
    await fresh.event('2', { atMs: NOON_MS, projectId: 2 });
    await fresh.event('3', { atMs: NOON_MS + 3, projectId: 2 });
    const find = async (query: string, projectIds = [1, 2]) => {
      const search = toSearch(query);
      const found = await fresh.stores.issues.list({ search, projectIds, limit: 9 });
      const names = found.map(({ projectId, firstRelease }) => `${projectId}: ${firstRelease}`);
      return names.toSorted();
    };
    expect(await find('release:latest')).toEqual(['1: 2', '2: 3']);
    expect(await find('!release:latest')).toEqual(['1: 1', '2: 2']);
    expect(await find('release:latest', [2])).toEqual(['2: 3']);
    expect(await list(fresh, { projectIds: [1], limit: 1 })).toEqual(['2']);
    await fresh.session('4', { atMs: NOON_MS + HOUR_MS });
    expect(await find('release:latest', [1])).toEqual([]);
    expect(await list(fresh, { projectIds: [1], limit: 1 })).toEqual(['4']);
    await fresh.report('1', { atMs: NOON_MS + 3 * HOUR_MS });
    await fresh.report('5', { atMs: NOON_MS + 2 * HOUR_MS, projectId: 2 });
    expect(await find('release:latest')).toEqual([]);
  });

  it('counts and lists issues that began, were resolved or regressed in a release', async () => {
    const fresh = await begin();
    const { releaseList } = fresh.stores;
    await fresh.event('1', { atMs: NOON_MS });
    await fresh.event('2', { atMs: NOON_MS + 1 });
    await fresh.event('2', { atMs: NOON_MS + 2 });
    await fresh.event('2', { projectId: 2, atMs: NOON_MS + 3 });
    const counted = { projectIds: [1, 2], sinceMs: NOON_MS };
    const counts = await releaseList.countNewIssues(['1', '2', '3'], counted);
    const [ofWeb, ofApi] = [1, 2].map((id) => Object.fromEntries(counts.get(id)!));
    expect([ofWeb, ofApi]).toEqual([{ 1: 1, 2: 2 }, { 2: 1 }]);
    const found = await releaseList.listNewIssues('2', { projectIds: [1], limit: 9 });
    expect(found.map(({ firstSeenMs }) => firstSeenMs)).toEqual([NOON_MS + 2, NOON_MS + 1]);
    expect(found[0]).toMatchObject({ projectSlug: 'web', events: 1, type: 'TypeError' });

    const { db } = fresh;
    const [later, earlier] = found.map(({ id }) => id);
    const resolve = (id: number, status_kind: 'inRelease' | 'nextRelease', release: string) =>
      db
        .updateTable('issues')
        .set({ status: 'resolved', status_kind, resolved_release: release, status_since: id })
        .where('id', '=', id)
        .execute();
    await resolve(later!, 'inRelease', '3');
    await resolve(earlier!, 'nextRelease', '2');
    const resolvedIn = async (version: string, previous: string | undefined) =>
      (await releaseList.listResolvedIssues(version, { projectIds: [1], previous, limit: 9 })).map(
        ({ id }) => id,
      );
    expect(await resolvedIn('3', '2')).toEqual([later, earlier]);
    expect(await resolvedIn('3', undefined)).toEqual([later]);
    expect(await resolvedIn('2', '1')).toEqual([]);

    await db
      .updateTable('issues')
      .set({ regressed_release: '3' })
      .where('id', '=', later!)
      .execute();
    const regressedIn = async (version: string, projectIds: readonly number[]) =>
      (await releaseList.listRegressedIssues(version, { projectIds, limit: 9 })).map(
        ({ id }) => id,
      );
    expect(await regressedIn('3', [1])).toEqual([later]);
    expect(await regressedIn('3', [2])).toEqual([]);
    expect(await regressedIn('2', [1])).toEqual([]);
    const regressed = await releaseList.countRegressedIssues(['2', '3'], { projectIds: [1, 2] });
    expect(Object.fromEntries(regressed.get(1)!)).toEqual({ 3: 1 });
    expect(regressed.get(2)!.size).toBe(0);
  });
});
