import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#product/testing';
import { giveRole } from './support/people.ts';
import { Triage } from './support/triage.ts';
import type { Known } from './support/triage.ts';

describe('an issue that is deleted', () => {
  let triage: Triage;

  beforeAll(async () => {
    triage = await Triage.start();
  });

  afterAll(() => triage.renderer.end());

  const remove = (id: number, who: Known = 'ada') =>
    triage.submit('/issues', 'delete', { issue: id }, who);

  it('is gone from the list, which says so once, by its name', async () => {
    const id = await triage.add();
    const { number } = (await triage.renderer.stores.issues.find(id)) ?? {};
    const answer = await remove(id).expect(303).expect('Location', '/issues');
    const list = await triage.open('/issues', { who: 'ada', after: answer });
    expect(list.payload.flash).toEqual({ text: `WEB-${number} deleted.` });
    expect(list.html).not.toContain(`href="/issues/${id}"`);
  });

  it.each(['triage', 'undo', 'comment', 'edit-comment', 'delete-comment'])(
    'is not found, nor its action %s',
    async (action) => {
      const id = await triage.add();
      await remove(id, 'owner').expect(303);
      expect((await triage.open(`/issues/${id}`)).status).toBe(404);
      const fields = { change: 'resolve', history: 1, comment: 1, body: 'x', edited: 'x' };
      await triage.submit(`/issues/${id}`, action, fields, 'ada').expect(404);
    },
  );

  it('is not found by who deletes it once more, nor is one that there never was', async () => {
    const id = await triage.add();
    await remove(id).expect(303);
    await remove(id).expect(404);
    await remove(99_999).expect(404);
    await triage.submit('/issues', 'delete', { issue: 'none' }, 'ada').expect(422);
  });

  it('leads whoever asks again under the same key where it led, and tells them', async () => {
    const id = await triage.add();
    const send = () => remove(id).set('Idempotency-Key', `delete-${id}`);
    const first = await send().expect(303).expect('Location', '/issues');
    const again = await send().expect(303).expect('Location', '/issues');
    for (const after of [first, again]) {
      const { payload } = await triage.open('/issues', { who: 'ada', after });
      expect(payload.flash?.text).toMatch(/^WEB-\d+ deleted\.$/);
    }
  });

  it('is none of theirs to delete who may in another project alone', async () => {
    const id = await triage.add();
    const { people, renderer } = triage;
    await giveRole(renderer.stores, people.eve, 2, 'admin');
    await remove(id, 'eve').expect(404);
    await giveRole(renderer.stores, people.eve, 1, 'member');
    await remove(id, 'eve').expect(403);
    expect(await triage.stateOf(id)).toBeDefined();
  });

  it('is offered to who may, on its page, and to nobody else', async () => {
    const id = await triage.add();
    const offers = await Promise.all(
      (['owner', 'ada', 'ann', 'vic'] as const).map(async (who) => {
        const { html } = await triage.open(`/issues/${id}`, { who });
        return html.includes('Delete this issue');
      }),
    );
    expect(offers).toEqual([true, true, false, false]);
    await remove(id, 'ann').expect(403);
    expect(await triage.stateOf(id)).toBeDefined();
  });

  it('is unknown to a list in which it was selected, and to the message that would undo', async () => {
    const [gone, kept] = [await triage.add(), await triage.add()];
    const both = { change: 'resolve', issue: [gone, kept] };
    const resolved = await triage.submit('/issues', 'triage', both, 'ann').expect(303);
    const told = await triage.open('/issues', { after: resolved });
    await remove(gone).expect(303);
    const undone = await triage.submit('/issues', 'undo', told.payload.flash?.undo?.fields ?? {});
    expect((await triage.open('/issues', { after: undone })).payload.flash?.text).toBe(
      '1 issue as it was. 1 could not be changed: There is no such issue.',
    );
    const alone = { change: 'resolve', issue: [gone] };
    await triage.submit('/issues', 'triage', alone).expect(422, /There is no such issue/);
  });

  it('is new when it happens again, under the next number', async () => {
    const id = await triage.add();
    const { issues, reports } = triage.renderer.stores;
    const before = await issues.find(id);
    await remove(id).expect(303);
    await reports.record([
      createReport(90_000, [
        createGroupedEvent({ groupedBy: before?.value ?? '', event: { receivedAtMs: Date.now() } }),
      ]),
    ]);
    expect((await issues.list({ limit: 1 }))[0]).toMatchObject({
      number: (before?.number ?? 0) + 1,
      events: 1,
      state: { status: 'unresolved', kind: 'new' },
    });
  });
});
