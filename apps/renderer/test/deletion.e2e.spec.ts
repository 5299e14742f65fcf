import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#persistence/testing';
import { Triage } from './support/triage.ts';

describe('an issue that is deleted', () => {
  let triage: Triage;

  beforeAll(async () => {
    triage = await Triage.start();
  });

  afterAll(() => triage.renderer.end());

  const remove = (id: number, who: 'ada' | 'ann' | 'owner' = 'ada') =>
    triage.submit(`/issues/${id}`, 'delete', {}, who);

  it('is gone from the list, which says so once, by its name', async () => {
    const id = await triage.add();
    const { number } = (await triage.renderer.stores.issues.find(id)) ?? {};
    const answer = await remove(id).expect(303).expect('Location', '/issues');
    const list = await triage.open('/issues', { who: 'ada', after: answer });
    expect(list.payload.flash).toEqual({ text: `WEB-${number} deleted.` });
    expect(list.html).not.toContain(`href="/issues/${id}"`);
  });

  it.each(['triage', 'undo', 'comment', 'edit-comment', 'delete-comment', 'delete'])(
    'is not found, nor its action %s',
    async (action) => {
      const id = await triage.add();
      await remove(id, 'owner').expect(303);
      expect((await triage.open(`/issues/${id}`)).status).toBe(404);
      const fields = { change: 'resolve', history: 1, comment: 1, body: 'x', edited: 'x' };
      await triage.submit(`/issues/${id}`, action, fields, 'ada').expect(404);
    },
  );

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
      '1 issue as it was. 1 was not: There is no such issue.',
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
