import { beforeAll, describe, expect, it } from '@jest/globals';
import { hold } from '../../../test/support/hold.ts';
import { Triage } from './support/triage.ts';
import type { Known } from './support/triage.ts';

const triage = hold(() => Triage.start());

const toldOf = (page: Awaited<ReturnType<Triage['open']>>) => page.payload.flash;
const dataOf = (page: Awaited<ReturnType<Triage['open']>>) =>
  (page.payload.page.segments.at(-1)?.data ?? {}) as Record<string, unknown>;

const countOf = async (query: string, who: Known = 'ann') =>
  dataOf(await triage.open(`/issues/all?query=${encodeURIComponent(query)}`, { who }))['count'];

describe('all issues that match a search', () => {
  beforeAll(async () => {
    await triage.addMany(520, { type: 'LongError' });
    await triage.addMany(3, { type: 'AnError' });
    await triage.addMany(3, { type: 'AnError', projectId: 2 });
  });

  it('are offered for a change from a list with more pages, to people with the right', async () => {
    const list = await triage.open('/issues?query=type:LongError&sort=trend');
    expect(list.html).toContain('href="/issues/all?query=type:LongError&amp;sort=trend"');
    expect((await triage.open('/issues', { who: 'vic' })).html).not.toContain('/issues/all');
    const { html } = await triage.open('/issues/all?query=type:AnError');
    expect(html).toContain('“type:AnError” finds 3 issues that you may change.');
    expect(html).not.toContain('Delete them');
    // An unknown filter is refused, because ignoring it would change more issues than were seen.
    expect((await triage.open('/issues/all?query=&region=eu')).status).toBe(404);
    expect((await triage.open('/issues/all?query=level:no')).html).toContain('“no”: After level:');
    expect((await triage.open('/issues/all?project=api')).status).toBe(404);
  });

  it('are changed at once when they are few, and the change can be undone', async () => {
    const done = await triage.submit('/issues/all?query=type:AnError', 'triage', {
      change: 'resolve',
    });
    expect([done.status, done.headers['location']]).toEqual([303, '/issues?query=type:AnError']);
    const told = toldOf(await triage.open('/issues?query=type:AnError', { after: done }));
    expect(told).toMatchObject({ text: '3 issues resolved.', undo: { at: '/issues/all' } });
    expect(await countOf('is:resolved type:AnError')).toBe(3);
    const undone = await triage.submit('/issues/all', 'undo-all', told?.undo?.fields ?? {});
    const page = await triage.open('/issues/all', { after: undone });
    expect(toldOf(page)?.text).toBe('3 issues restored.');
    expect(await countOf('is:resolved type:AnError')).toBe(0);
    const again = await triage.submit('/issues/all', 'undo-all', told?.undo?.fields ?? {});
    expect(again.status).toBe(422);
    expect(await countOf('is:resolved type:AnError', 'eve')).toBe(0);
  });

  it('are changed in steps when they are many, and the page shows the progress', async () => {
    const path = '/issues/all?query=type:LongError';
    const begun = await triage.submit(path, 'triage', { change: 'muteForever' });
    expect(begun.headers['location']).toBe(path);
    const half = await triage.open(path, { after: begun });
    expect(half.html).toContain('Errata has looked at 500 of 520 issues: 500 muted.');
    expect(half.html).toMatch(/<progress value="500" max="520"/);
    expect(half.html).toContain('Look how far it is');
    const { bulks } = triage.renderer.stores;
    while (await bulks.step(Date.now())) {
      // Each step stands for a run of the relay's job.
    }
    expect((await triage.open(path)).html).toContain('520 issues muted.');
    expect(await countOf('is:muted')).toBe(520);
    expect((await triage.open('/issues/all', { who: 'bob' })).html).not.toContain('LongError');
  });

  it('are deleted by an admin who types their number', async () => {
    const path = '/issues/all?query=type:AnError';
    const remove = (count: string, who: Known) => triage.submit(path, 'delete-all', { count }, who);
    expect((await remove('3', 'ann')).status).toBe(403);
    const refused = await remove('2', 'ada');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('There are 3. Type 3 to delete them.');
    const done = await remove(' 3 ', 'ada');
    const told = toldOf(await triage.open('/issues', { who: 'ada', after: done }));
    expect(told).toEqual({ text: '3 issues deleted.' });
    expect(await countOf('type:AnError', 'eve')).toBe(3);
    expect((await remove('0', 'ada')).text).toContain('No issue that you may change matches.');
  });

  it('are not changed by a merge or an invalid amount', async () => {
    const path = '/issues/all?query=type:LongError';
    const merged = await triage.submit(path, 'triage', { change: 'merge' });
    expect([merged.status, merged.text.includes('Choose what to do.')]).toEqual([422, true]);
    const events = await triage.submit(path, 'triage', {
      change: 'mute',
      amount: 'x',
      unit: 'events',
    });
    expect(events.status).toBe(422);
  });
});

describe('saved searches', () => {
  const save = (fields: object, who: Known = 'ann') =>
    triage.submit('/issues/searches', 'save', fields, who);
  const menuOf = async (who: Known, path = '/issues?query=') =>
    (dataOf(await triage.open(path, { who }))['saved'] as { name: string; href: string }[]) ?? [];

  it('are offered by name to the person who saved them', async () => {
    const saved = await save({
      name: ' Mine ',
      query: 'assigned:me',
      sort: 'trend',
      project: 'web',
    });
    expect(saved.status).toBe(303);
    expect(await menuOf('ann')).toEqual([
      { name: 'Mine', href: '/issues?project=web&query=assigned:me&sort=trend' },
      { name: 'Save this search', href: '/issues/searches?query=' },
      { name: 'Rename or remove', href: '/issues/searches' },
    ]);
    expect((await menuOf('bob')).map(({ name }) => name)).toEqual(['Save this search']);
    const { html } = await triage.open('/issues/searches?query=level:fatal&sort=users&project=web');
    expect(html).toContain('value="level:fatal"');
    expect(html).toContain('<option value="users" selected="">');
    expect(html).not.toContain('name="whose"');
  });

  it.each([
    [{ name: '', query: '' }, 'A name has 1 to 60 characters.'],
    [{ name: 'x'.repeat(61), query: '' }, 'A name has 1 to 60 characters.'],
    [{ name: 'x', query: 'is:open' }, 'After is: write'],
    [{ name: 'x', query: '', sort: 'age' }, 'There is no such order.'],
    [{ name: 'x', query: '', project: 'api' }, 'There is no project “api”.'],
    [{ name: 'x', query: '', whose: 'web' }, 'You may not save searches for this project.'],
  ])('are refused with the reason: %j', async (fields, text) => {
    const answer = await save(fields);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(text);
  });

  it('are refused with all reasons at once', async () => {
    const { text } = await save({ name: '', query: 'is:open', sort: 'age', whose: 'web' });
    expect(text).toContain('A name has 1 to 60 characters.');
    expect(text).toContain('After is: write');
    expect(text).toContain('There is no such order.');
    expect(text).toContain('You may not save searches for this project.');
  });

  it('open the list by default when its address has no parameters', async () => {
    const fields = { name: 'Worst', query: 'level:fatal', whose: 'web', isDefault: 'yes' };
    expect((await save(fields, 'ada')).status).toBe(303);
    const opened = async (path: string, who: Known) => {
      const { status, location } = await triage.open(path, { who });
      return location ?? status;
    };
    expect(await opened('/issues', 'bob')).toBe('/issues?project=web&query=level:fatal');
    expect(await opened('/issues', 'owner')).toBe(200);
    expect(await opened('/issues?query=is:unresolved', 'bob')).toBe(200);
    // The tab *Unresolved* needs its query in the address, because a bare address would open the
    // saved search.
    const { html } = await triage.open('/issues?query=is:muted', { who: 'bob' });
    expect(html).toContain('href="/issues?query=is:unresolved"');
  });

  it('are renamed, removed and restored only by people with the right', async () => {
    const { savedSearches } = triage.renderer.stores;
    const ofWeb = (await savedSearches.list({ userId: 0, projectIds: [1] }))[0]!;
    const act = (name: string, fields: object, who: Known) =>
      triage.submit('/issues/searches', name, { search: ofWeb.id, ...fields }, who);
    const refused = await act('rename', { name: '' }, 'ada');
    expect(refused.text.match(/A name has 1 to 60 characters\.<\/p>/g)).toHaveLength(1);
    for (const [name, fields] of [
      ['rename', { name: 'Other' }],
      ['set-default', { isDefault: 'no' }],
      ['remove', {}],
    ] as const) {
      const { status, text } = await act(name, fields, 'bob');
      expect([status, text.match(/There is no such search\.<\/p>/g)?.length]).toEqual([422, 1]);
    }
    await act('rename', { name: 'Other' }, 'ada');
    await act('set-default', { isDefault: 'no' }, 'ada');
    expect(await savedSearches.find(ofWeb.id)).toMatchObject({ name: 'Other', isDefault: false });
    const removed = await act('remove', {}, 'ada');
    const page = await triage.open('/issues/searches', { who: 'ada', after: removed });
    expect(toldOf(page)?.text).toBe('Other removed.');
    expect(await savedSearches.find(ofWeb.id)).toBeUndefined();
    const { text } = await act('remove', {}, 'ada');
    expect(text.match(/There is no such search\.<\/p>/g)).toHaveLength(1);
    await save(toldOf(page)?.undo?.fields ?? {}, 'ada');
    const [again] = await savedSearches.list({ userId: 0, projectIds: [1] });
    expect(again).toMatchObject({ name: 'Other', query: 'level:fatal', projectId: 1 });
    const kinds = (await triage.renderer.stores.audit.list({ limit: 20, what: 'search.' })).map(
      ({ what }) => what,
    );
    expect(kinds).toEqual([
      'search.saved',
      'search.removed',
      'search.no-default',
      'search.renamed',
      'search.saved',
    ]);
  });
});
