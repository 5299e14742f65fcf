import { expect, it } from '@jest/globals';
import { Person } from '#events';
import { defaultAlertRule } from '#product/alerting/alerts/rules';
import { addPeople, dumpRows, type FreshDatabase, onEachDatabase, NOON_MS } from '#product/testing';
import { parseSearch, type PersonName } from '#shared';

const ANN = 'ann@example.net';
const OF_BOTH = { projectIds: [1, 2], offset: 0, limit: 9 };
const by = { byUserId: 1, nowMs: NOON_MS };

/** Returns what the search has found, which is what the erasure erased. */
async function eraseFrom(
  { erasures }: FreshDatabase['stores'],
  name: PersonName,
  scope: { projectId?: number } = {},
) {
  const step = () => erasures.step((...names) => new Person(...names), NOON_MS);
  const id = (await erasures.search(name, scope, by))!;
  while (await step());
  const found = (await erasures.find(id, scope))!.counts;
  await erasures.erase(id, scope, by);
  while (await step());
  expect((await erasures.find(id, scope))!.counts).toMatchObject(found);
  return found;
}

onEachDatabase('ErasureStore', ({ openFresh }) => {
  it('erases a person from texts of members and programs, and empties kept answers', async () => {
    const { stores, database } = await openFresh();
    const slugs = ['app', 'web'].map((slug, index) => ({ slug, id: index + 1 }));
    await stores.projects.ensure(slugs);
    await addPeople(stores, ['bob']);
    const query = `user.email:[${ANN}, b@example.net]`;
    const saved = { name: `of ${ANN}`, query, sort: 'lastSeen', isDefault: false } as const;
    await stores.savedSearches.save({ ...saved, userId: 1 });
    const added = { ...defaultAlertRule, name: 'Ann', condition: query };
    await stores.alertRules.add(added, { projectId: 1, ...by });
    const commits = [{ id: 'c1', authorEmail: ANN, message: `Call ${ANN}`, patchSet: [] }];
    await stores.reportedReleases.upsert('1.0', { atMs: 1, projectIds: [1], commits });
    await stores.reportedReleases.upsert('1.0', { atMs: 1, projectIds: [2] });
    await stores.reportedReleases.upsert('2.0', { atMs: 1, projectIds: [1, 2], commits });
    const wanted = { search: [] };
    const bulk = { action: { kind: 'deletion' }, query, wanted, total: 1 } as const;
    await stores.bulks.ask({ ...bulk, ...by, projectId: 2 });
    const name = { scope: 'x', action: 'x', address: 'x', key: 'x' };
    const claim = () =>
      stores.idempotency.claim(name, { fingerprint: 'x', nowMs: NOON_MS, leaseMs: 1000 });
    const answer = { status: 422, headers: [], body: Buffer.from(ANN) };
    await stores.idempotency.settle(((await claim()) as { claim: string }).claim, answer);
    const erase = (scope: { projectId?: number }) =>
      eraseFrom(stores, { kind: 'email', value: ANN }, scope);
    const none = { saved_searches: 0, alert_rules: 0, audit_log: 0, told_commits: 0 };
    const shared = { told_commits: 1, bulk_changes: 1 };
    expect(await erase({ projectId: 2 })).toMatchObject({ ...none, ...shared });
    for (const { id } of await stores.reportedReleases.list(OF_BOTH)) {
      expect(await stores.reportedReleases.listCommits(id, [2])).toEqual([]);
      expect(await stores.reportedReleases.listCommits(id, [1])).toEqual(commits);
    }
    const all = { saved_searches: 1, alert_rules: 1, audit_log: 1, told_commits: 2 };
    expect(await erase({})).toMatchObject({ ...all, bulk_changes: 0 });
    expect(await dumpRows(database)).not.toContain(ANN);
    expect(await claim()).toEqual({ state: 'done' });
    const { condition, version } = (await stores.alertRules.list(1)).find(
      (each) => each.name === 'Ann',
    )!;
    expect(version).toBe(2);
    expect(condition).toBe('user.email:[Erased, b@example.net]');
    expect(parseSearch(condition).ok).toBe(true);
  });

  it.each([
    ['user.id:100000', 100_000, 'user.id:Erased'],
    ['user.id:["bob", 200, "x"] status:200', 200, 'user.id:["bob", Erased, "x"] status:200'],
    ['user:"ann" ann', 'ann', 'user:Erased ann'],
  ])('erases an id from %s, and leaves numbers of rules alone', async (condition, id, left) => {
    const { stores } = await openFresh('app');
    await addPeople(stores, ['bob']);
    const events = { count: Number(id) || 1, minutes: 5, of: 'issue' } as const;
    const rule = { ...defaultAlertRule, name: 'Many', condition, events };
    await stores.alertRules.add(rule, { projectId: 1, ...by });
    await eraseFrom(stores, { kind: 'id', value: `${id}` });
    expect(await stores.alertRules.list(1)).toContainEqual(
      expect.objectContaining({ condition: left, events }),
    );
  });
});
