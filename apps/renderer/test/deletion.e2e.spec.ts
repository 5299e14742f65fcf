import { describe, expect, it } from '@jest/globals';
import { hold } from '../../../test/support/hold.ts';
import { giveRole } from './support/people.ts';
import { Triage } from './support/triage.ts';
import type { Known } from './support/triage.ts';

describe('the deletion of an issue', () => {
  const triage = hold(() => Triage.start());

  const remove = (id: number, who: Known = 'ada') =>
    triage.submit('/issues', 'delete', { issue: id }, who);

  it('removes the issue from the list, which names the issue in a message', async () => {
    const id = await triage.add();
    const { number } = (await triage.renderer.stores.issues.find(id)) ?? {};
    const answer = await remove(id).expect(303).expect('Location', '/issues');
    const list = await triage.open('/issues', { who: 'ada', after: answer });
    expect(list.payload.flash).toEqual({ text: `WEB-${number} deleted.` });
    expect(list.html).not.toContain(`href="/issues/${id}"`);
  });

  it.each(['triage', 'undo', 'comment', 'edit-comment', 'delete-comment'])(
    'makes the page of the issue and its action %s answer 404',
    async (action) => {
      const id = await triage.add();
      await remove(id, 'owner').expect(303);
      expect((await triage.open(`/issues/${id}`)).status).toBe(404);
      const fields = { change: 'resolve', history: 1, comment: 1, body: 'x', edited: 'x' };
      await triage.submit(`/issues/${id}`, action, fields, 'ada').expect(404);
    },
  );

  it('answers 404 for an issue that was deleted before or never existed', async () => {
    const id = await triage.add();
    await remove(id).expect(303);
    await remove(id).expect(404);
    await remove(99_999).expect(404);
    await triage.submit('/issues', 'delete', { issue: 'none' }, 'ada').expect(422);
  });

  it('is refused to an admin of another project', async () => {
    const id = await triage.add();
    const { people, renderer } = triage;
    await giveRole(renderer.stores, people.eve, 2, 'admin');
    await remove(id, 'eve').expect(404);
    await giveRole(renderer.stores, people.eve, 1, 'member');
    await remove(id, 'eve').expect(403);
    expect(await triage.stateOf(id)).toBeDefined();
  });

  it('is offered on the page of the issue to owners and admins only', async () => {
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

  it('makes a later change or undo of the issue say that there is no such issue', async () => {
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
});
