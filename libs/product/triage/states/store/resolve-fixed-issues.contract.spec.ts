import { expect, it } from '@jest/globals';
import type { ToldCommit } from '#product/recording/releases/rules';
import { addPeople, onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import { ANN, eventOf, openTriagedIssues } from '../../../testing/triage.ts';

const commit = (id: string, message: string, authorEmail?: string): ToldCommit => ({
  id,
  message,
  patchSet: [],
  ...(authorEmail === undefined ? {} : { authorEmail }),
});

onEachDatabase('resolveFixedIssues', ({ openFresh }) => {
  async function open() {
    const opened = await openTriagedIssues(openFresh, 3);
    opened.clock.ms = NOON_MS;
    const { reportedReleases } = opened.stores;
    const tell = (version: string, commits: readonly ToldCommit[], projectIds = [1]) =>
      reportedReleases.upsert(version, { atMs: NOON_MS, projectIds, commits });
    const reopen = (id: number) =>
      opened.change([id], { kind: 'reopen' }, { user: ANN, nowMs: NOON_MS + 1 });
    const stateOf = async (id: number) => {
      const state = await opened.stateOf(id);
      return state?.status === 'resolved' && state.kind === 'inRelease'
        ? `${state.release} by ${state.commit}`
        : `${state?.status} ${state?.kind}`;
    };
    return { ...opened, tell, reopen, stateOf };
  }

  it('resolves the issues that a commit names, in the release, with a history entry', async () => {
    const { tell, stateOf, historyOf, stores } = await open();
    await tell('1', [commit('b', 'Fixes APP-1'), commit('a', 'Close APP-1, APP-2 and WEB-3')]);
    expect(await Promise.all([1, 2, 3].map(stateOf))).toEqual([
      '1 by b',
      '1 by a',
      'unresolved new',
    ]);
    const to = { status: 'resolved', kind: 'inRelease', release: '1', commit: 'b' };
    const [entry, ...others] = await historyOf(1);
    expect(entry).toMatchObject({ what: 'state', from: { status: 'unresolved' }, to });
    expect(entry?.byUserId).toBeUndefined();
    expect(others).toEqual([]);
    await stores.reportedReleases.change('1', { commits: [commit('c', 'fix app-3')] });
    expect(await stateOf(3)).toBe('1 by c');
  });

  it('raises the project last, because its other writers wait from then on', async () => {
    const { explain } = await open();
    const commits = [commit('a', 'Fixes APP-1')];
    const plan = await explain(({ reportedReleases }) =>
      reportedReleases.upsert('1', { atMs: NOON_MS, projectIds: [1], commits }),
    );
    const tables = plan.match(/\b(told_)?releases\b|\bproject_changes\b/g);
    expect(tables).toContain('releases');
    expect(tables?.at(-1)).toBe('project_changes');
  });

  it('resolves an issue once per commit, and again for a newer commit', async () => {
    const { tell, reopen, stateOf, historyOf } = await open();
    const commits = [commit('b', 'Fixes APP-1'), commit('a', 'Fixes APP-1')];
    await tell('1', commits);
    await tell('1', commits);
    expect(await historyOf(1)).toHaveLength(1);
    await reopen(1);
    await tell('1', commits);
    await tell('2', commits);
    expect(await stateOf(1)).toBe('unresolved new');
    await tell('2', [commit('c', 'Fixes APP-1 really'), ...commits]);
    expect(await stateOf(1)).toBe('2 by c');
  });

  it('adds the commit when a person had resolved the issue in the same release', async () => {
    const { tell, reopen, stateOf, change } = await open();
    await change([1], { kind: 'resolveInRelease', release: '1' });
    await tell('1', [commit('a', 'Fixes APP-1')]);
    expect(await stateOf(1)).toBe('1 by a');
    const again = await change([1], { kind: 'resolveInRelease', release: '1' });
    expect(again).toEqual([{ outcome: 'unchanged' }]);
    await reopen(1);
    await tell('1', [commit('a', 'Fixes APP-1')]);
    expect(await stateOf(1)).toBe('unresolved new');
  });

  it('resolves no issues of other projects, and a merged issue’s target once', async () => {
    const { tell, stateOf, stores, change } = await open();
    await tell('1', [commit('a', 'Fixes APP-1')], [2]);
    expect(await stateOf(1)).toBe('unresolved new');
    await tell('1', [commit('a', 'Fixes APP-1')], [1]);
    expect(await stateOf(1)).toBe('1 by a');
    await change([1], { kind: 'reopen' });
    await stores.merges.merge({ intoId: 2, issueIds: [1, 2], byUserId: ANN, nowMs: NOON_MS });
    await tell('1', [commit('a', 'Fixes APP-1')]);
    expect(await stateOf(2)).toBe('unresolved new');
    await tell('1', [commit('b', 'Fixes APP-1')]);
    expect(await stateOf(2)).toBe('1 by b');
  });

  it('names the author of the commit when they are a member of the project', async () => {
    const { tell, historyOf, stores } = await open();
    const [ann, bob] = await addPeople(stores, ['ann', 'bob']);
    await stores.memberships.set({ userId: bob!.id, projectId: 2, role: 'viewer', nowMs: NOON_MS });
    const emails = [' ANN@example.org', 'bob@example.org'];
    await tell('1', [commit('a', 'Fixes APP-1', emails[0]), commit('b', 'Fixes APP-2', emails[1])]);
    expect((await historyOf(1))[0]).toMatchObject({ byUserId: ann!.id });
    expect((await historyOf(2))[0]?.byUserId).toBeUndefined();
  });

  it('lets a later event of the release reopen the issue for good', async () => {
    const { tell, record, stateOf, stores, change } = await open();
    await tell('1', [commit('a', 'Fixes APP-1')]);
    await record(eventOf(1, 1000));
    expect(await stateOf(1)).toBe('1 by a');
    const { event, ...rest } = eventOf(1, 2000);
    await record({ ...rest, event: { ...event, release: '1' } });
    await tell('1', [commit('a', 'Fixes APP-1')]);
    expect(await stateOf(1)).toBe('unresolved regressed');
    const regressedIn = (version: string) =>
      stores.releaseList.listRegressedIssues(version, { projectIds: [1], limit: 9 });
    expect(await regressedIn('1')).toMatchObject([{ id: 1 }]);
    await change([1], { kind: 'resolve' });
    expect(await regressedIn('1')).toMatchObject([{ id: 1 }]);
    await record(eventOf(1, 3000));
    expect(await stateOf(1)).toBe('unresolved regressed');
    expect(await regressedIn('1')).toEqual([]);
  });
});
