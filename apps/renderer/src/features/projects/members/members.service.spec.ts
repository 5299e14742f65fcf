import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addPeople } from '#product/testing';
import { accountLimits } from '#shared';
import { openMembers } from './test/open-members.ts';
import type { OpenMembers } from './test/open-members.ts';

const NOT_ADDABLE = { ok: false, code: 'accounts.not_addable' };
const NOT_MEMBER = { ok: false, code: 'accounts.not_member' };
const WEB = 1;
const BY = 9;

describe('MembersService', () => {
  let accounts: OpenMembers;
  let ids: number[];

  beforeEach(async () => {
    accounts = await openMembers();
    await accounts.stores.projects.ensure([{ slug: 'web', id: WEB }]);
    ids = (await addPeople(accounts.stores, ['ada', 'bob', 'eve'])).map(({ id }) => id);
  });

  afterEach(() => accounts.close());

  const addBob = () => accounts.members.add(WEB, { email: ' BOB@example.org', role: 'viewer' }, BY);
  const roleOfBob = () => accounts.stores.memberships.findRole(ids[1] ?? 0, WEB);

  it('adds a person by email address, however the address is written', async () => {
    expect(await addBob()).toMatchObject({ ok: true });
    expect(await roleOfBob()).toBe('viewer');
  });

  it('gives the same refusal for unknown, disabled and removed accounts', async () => {
    const { members, stores } = accounts;
    await stores.users.disable(ids[1] ?? 0);
    await stores.users.remove(ids[2] ?? 0);
    for (const email of ['bob@example.org', 'eve@example.org', 'kim@example.org']) {
      expect(await members.add(WEB, { email, role: 'viewer' }, BY)).toEqual(NOT_ADDABLE);
    }
    expect(await members.list(WEB)).toEqual({ members: [] });
  });

  it('refuses to add an invalid email address', async () => {
    expect(await accounts.members.add(WEB, { email: 'bob', role: 'viewer' }, BY)).toEqual({
      ok: false,
      code: 'accounts.email_invalid',
    });
  });

  it('undoes a removal with the same role and project, within an hour, by a genuine ticket', async () => {
    const { members, stores, clock } = accounts;
    await stores.projects.ensure([{ slug: 'api', id: 2 }]);
    await addBob();
    const removal = await members.remove(WEB, ids[1] ?? 0, BY);
    const ticket = removal.ok ? removal.ticket : '';
    const forged = ticket.replace('viewer', 'admin');
    for (const wrong of ['', 'nonsense', forged, ticket.replace(/^\d+/, String(ids[2]))]) {
      expect(await members.undoRemoval(WEB, wrong, BY)).toEqual(NOT_MEMBER);
    }
    expect(await members.undoRemoval(2, ticket, BY)).toEqual(NOT_MEMBER);
    const back = { ok: true, email: 'bob@example.org', role: 'viewer' };
    expect(await members.undoRemoval(WEB, ticket, BY)).toMatchObject(back);
    expect(await roleOfBob()).toBe('viewer');
    await members.changeRole(WEB, { userId: ids[1] ?? 0, role: 'admin' }, BY);
    expect(await members.undoRemoval(WEB, ticket, BY)).toEqual({ ...back, role: 'admin' });
    expect(await stores.audit.list({ what: 'member.added', limit: 9 })).toHaveLength(2);
    clock.ms += 3_600_000;
    await members.remove(WEB, ids[1] ?? 0, BY);
    expect(await members.undoRemoval(WEB, ticket, BY)).toEqual(NOT_MEMBER);
    expect(await roleOfBob()).toBeUndefined();
  });

  it('lists members page by page', async () => {
    const crowd = await openMembers();
    await crowd.stores.projects.ensure([{ slug: 'web', id: WEB }]);
    const names = Array.from({ length: accountLimits.membersPerPage + 1 }, (_, at) => `p${at}`);
    const people = await addPeople(crowd.stores, names);
    const put = (userId: number) =>
      crowd.stores.memberships.set({ userId, projectId: WEB, role: 'viewer', nowMs: 1 });
    for (const { id } of people.slice(1)) await put(id);
    const all = await crowd.members.list(WEB);
    expect(all.members.map(({ name }) => name)).toEqual(names.slice(1));
    expect(all.nextAfterId).toBeUndefined();
    await put(people[0]?.id ?? 0);
    const afterId = people.at(-2)?.id;
    expect(await crowd.members.list(WEB)).toMatchObject({ nextAfterId: afterId });
    const rest = await crowd.members.list(WEB, { afterUserId: afterId });
    expect(rest.members.map(({ name }) => name)).toEqual(names.slice(-1));
    await crowd.close();
  });

  it('offers active people who are not in the project yet', async () => {
    const { members, stores } = accounts;
    await addBob();
    expect(await members.listAddable(WEB)).toEqual(['ada@example.org', 'eve@example.org']);
    await stores.users.disable(ids[2] ?? 0);
    expect(await members.listAddable(WEB)).toEqual(['ada@example.org']);
  });
});
