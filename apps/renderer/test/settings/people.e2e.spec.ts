import { describe, expect, it } from '@jest/globals';
import { hold } from '../../../../test/support/hold.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import type { Person } from '../support/peopled-renderer.ts';
import { shownOf } from '../support/shown.ts';
import { toCookies } from '../support/to-cookies.ts';

const PEOPLE = '/settings/people';

describe('settings of people', () => {
  const renderer = hold(startPeopledRenderer);

  const userOf = (person: Person) => ({ user: String(renderer.idOf(person)) });
  const removalOf = (person: Person) => ({ ...userOf(person), word: 'remove' });
  const find = (person: Person) => renderer.stores.users.find(renderer.idOf(person));

  it('lists everybody with their roles and projects', async () => {
    const page = shownOf((await renderer.get('owner', PEOPLE).expect(200)).text);
    for (const person of ['owner', 'admin', 'member', 'viewer', 'outsider']) {
      expect(page).toContain(`${person}@example.org`);
    }
    expect(page).toContain('Give up ownership');
    expect(page).toContain('web (admin)');
    expect(page).toContain('other (member)');
    await renderer.get('owner', `${PEOPLE}?after=0`).expect(404);
  });

  it('changes and notes nothing about a person who is so already', async () => {
    const { send, stores } = renderer;
    await send('owner', PEOPLE, 'make-owner', userOf('owner')).expect(303);
    await send('owner', PEOPLE, 'unmake-owner', userOf('viewer')).expect(303);
    await send('owner', PEOPLE, 'enable', userOf('viewer')).expect(303);
    expect(await stores.audit.list({ what: 'person.', limit: 9 })).toEqual([]);
  });

  it.each(['unmake-owner', 'disable', 'remove'])(
    'refuses to %s the last owner, and says so at their line',
    async (action) => {
      const { text } = await renderer.send('owner', PEOPLE, action, removalOf('owner')).expect(422);
      const [open, ...others] = shownOf(text).match(/<details open.*?<\/details>/gs) ?? [];
      expect(open).toContain('owner@example.org');
      expect(open).toContain('Errata would have no owner any more.');
      expect(others).toEqual([]);
      expect(await find('owner')).toMatchObject({ isOwner: true, state: 'active' });
    },
  );

  it('leads a person who gives up the ownership or the account to a page they may open', async () => {
    await renderer.send('owner', PEOPLE, 'make-owner', userOf('admin')).expect(303);
    await renderer.get('admin', PEOPLE).expect(200);
    const demoted = await renderer.send('admin', PEOPLE, 'unmake-owner', userOf('admin'));
    expect([demoted.status, demoted.headers['location']]).toEqual([303, '/']);
    await renderer.get('admin', PEOPLE).expect(403);
    await renderer.send('owner', PEOPLE, 'make-owner', userOf('admin')).expect(303);
    const { text } = await renderer.send('admin', PEOPLE, 'remove', userOf('admin')).expect(422);
    expect(shownOf(text)).toContain('Type remove to go on.');
    const removed = await renderer.send('admin', PEOPLE, 'remove', removalOf('admin'));
    expect([removed.status, removed.headers['location']]).toEqual([303, '/sign-in']);
    await renderer.get('admin', '/issues').expect(401);
    const told = await renderer.get('admin', '/sign-in').set('Cookie', sentTo('admin', removed));
    expect(shownOf(told.text)).toContain('Your account has been removed.');
  });

  it('shows a flash message only to the person who caused it', async () => {
    const done = await renderer.send('member', '/account', 'rename', { name: 'Mem' }).expect(303);
    const shownTo = async (person: Person) => {
      const page = await renderer.get(person, '/issues').set('Cookie', sentTo(person, done));
      return shownOf(page.text);
    };
    expect(await shownTo('owner')).not.toContain('Name saved.');
    expect(await shownTo('nobody')).not.toContain('Name saved.');
    expect(await shownTo('member')).toContain('Name saved.');
  });

  const sentTo = (person: Person, answer: { headers: Record<string, unknown> }) =>
    toCookies(renderer.cookieOf(person), answer);
});
