import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import type { JoinedWrite } from '#persistence/stores';
import type { Stores } from './create-stores.ts';
import {
  ACME,
  addPeople,
  createAlertMessage,
  createGroupedEvent,
  createReport,
  dumpRows,
  onEachDatabase,
  NOON_MS,
} from './testing/index.ts';
import { createNewInvitation, createNewSession } from './testing/people.ts';

const EVE = { issuer: 'https://id', subject: 'eve', userId: 1, linkedAtMs: NOON_MS, groups: [] };
const APP = { step: 5, hashes: [], keptSessionId: 0, nowMs: NOON_MS };
const BEGUN = { keptSessionId: 1, hashes: [], nowMs: NOON_MS };
const PASSKEY = { publicKey: Buffer.alloc(1), counter: 1, name: 'Key', createdAtMs: NOON_MS };
const TOKEN = { hash: 'h', hint: '', name: 'ci', scopes: [], userId: 1, createdAtMs: NOON_MS };
const SESSION = createNewSession(1, 't');

const MESSAGE = { ...createAlertMessage(), kind: 'account' as const, project: undefined };

const KIM = { email: 'kim@a', emailKey: 'kim@a', passwordHash: '' };
const MEMBER = { userId: 2, projectId: 1, role: 'viewer' as const, nowMs: NOON_MS };
const RELEASE = { atMs: NOON_MS, projectIds: [1] };
const DEPLOY = { environment: 'qa', finishedAtMs: NOON_MS };
const CHUNK = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';
const GROUP = { group: 'dev', role: 'owner', projectIds: 'all' } as const;
const ACT = { byUserId: 1, nowMs: NOON_MS, issueId: 1, issueIds: [1], body: 'Hm' };
const RESOLVED = { ...ACT, change: { kind: 'resolve' } } as const;
const SEARCH = { projectId: 1, name: 'new', query: '', sort: 'lastSeen', isDefault: true } as const;
const BUNDLE = { projectId: 1, checksum: 'a', chunks: [CHUNK], nowMs: NOON_MS };

const createInvitation = (tokenHash: string) =>
  createNewInvitation(tokenHash, {
    email: KIM.email,
    grant: { kind: 'member', role: 'viewer', projectIds: [1] },
  });

type Change = (stores: Stores, tell: JoinedWrite) => Promise<unknown>;

const changes: readonly (readonly [name: string, change: Change])[] = [
  [
    'a changed password',
    async ({ users }, tell) => {
      const found = await users.findCredentials({ userId: 1 });
      return users.changePassword(1, { from: found!.passwordHash, to: 'new', tell });
    },
  ],
  ['an admitted person', ({ users }, tell) => users.create(KIM, NOON_MS, () => tell)],
  ['a new owner', ({ users }, tell) => users.setOwner(2, true, tell)],
  ['a disabled person', ({ users }, tell) => users.disable(2, tell)],
  ['an enabled person', ({ users }, tell) => users.enable(3, tell)],
  ['a removed person', ({ users }, tell) => users.remove(2, tell)],
  ['ended sessions', ({ sessions }, tell) => sessions.endAll(1, { tell })],
  ['an invitation', ({ invitations }, tell) => invitations.create(createInvitation('new'), tell)],
  [
    'an invitation that a new person accepts',
    ({ invitations }, tell) =>
      invitations.accept('open', { invitee: { newUser: KIM }, nowMs: NOON_MS, tell: () => tell }),
  ],
  [
    'an invitation that is sent again',
    ({ invitations }, tell) => {
      const into = { projectId: 1, isAlone: true };
      return invitations.renew(3, createInvitation('again'), { into, tell: () => tell });
    },
  ],
  ['a withdrawn invitation', ({ invitations }, tell) => invitations.withdraw(3, 1, () => tell)],
  ['a new member', ({ memberships }, tell) => memberships.set({ ...MEMBER, userId: 1, tell })],
  [
    'another role',
    ({ memberships }, tell) => memberships.changeRole({ ...MEMBER, role: 'admin' }, () => tell),
  ],
  ['a removed member', ({ memberships }, tell) => memberships.remove(2, 1, tell)],
  ['other groups', ({ identities }, tell) => identities.note(EVE, { groups: ['admins'] }, tell)],
  ['new recovery codes', ({ secondFactors: all }, tell) => all.replaceRecoveryCodes(1, [], tell)],
  ['a deleted issue', ({ deletions }, tell) => deletions.delete(1, tell)],
  ['a new release', ({ reportedReleases: all }, tell) => all.upsert('2', RELEASE, () => tell)],
  [
    'a changed release',
    ({ reportedReleases: all }, tell) => all.change('1', { ref: 'main' }, () => tell),
  ],
  ['a removed release', ({ reportedReleases }, tell) => reportedReleases.remove('1', () => tell)],
  ['a deploy', ({ reportedReleases }, tell) => reportedReleases.addDeploy('1', DEPLOY, () => tell)],
  [
    'an upload of source maps',
    ({ artifactBundles: all }, tell) => all.ask({ ...BUNDLE, checksum: 'b' }, tell),
  ],
  ['a removed upload', ({ artifactBundles }, tell) => artifactBundles.remove(1, 1, tell)],
  ['a sign-in', ({ sessions }, tell) => sessions.create({ ...SESSION, tell })],
  ['a token', ({ tokens }, tell) => tokens.create(TOKEN, tell)],
  [
    'an app as second factor',
    async ({ secondFactors }, tell) => {
      const { seal } = (await secondFactors.findApp(1, { isPending: true }))!;
      return secondFactors.finishApp(1, { ...APP, seal }, tell);
    },
  ],
  [
    'a passkey',
    ({ passkeys }, tell) => passkeys.add(1, { ...PASSKEY, credentialId: 'b' }, BEGUN, tell),
  ],
  ['a removed passkey', ({ passkeys }, tell) => passkeys.remove(1, 1, tell)],
  [
    'a reset second factor',
    ({ secondFactors: all }, tell) => all.remove(1, { endsSessions: true, tell }),
  ],
  ['a linked provider', ({ identities: all }, tell) => all.link({ ...EVE, subject: 'e' }, tell)],
  ['an unlinked provider', ({ identities }, tell) => identities.unlink(1, EVE.issuer, { tell })],
  ['a resolved issue', ({ triage }, tell) => triage.change({ ...RESOLVED, tell: () => tell })],
  ['an assignee', ({ triage }, tell) => triage.assign({ ...ACT, assigneeId: 2, tell: () => tell })],
  ['a comment', ({ triage }, tell) => triage.comment({ ...ACT, tell: () => tell })],
  ['a merge', ({ merges }, tell) => merges.merge({ ...ACT, issueIds: [1, 2], tell })],
  ['a saved search', ({ savedSearches }, tell) => savedSearches.save(SEARCH, tell)],
  ['a changed search', ({ savedSearches }, tell) => savedSearches.change(1, { name: 'b' }, tell)],
  ['a removed search', ({ savedSearches }, tell) => savedSearches.remove(1, tell)],
  ['a provider', ({ providers }, tell) => providers.add({ ...ACME, slug: 'b' }, tell)],
  ['a changed provider', ({ providers }, tell) => providers.change(1, ACME, tell)],
  ['a group of a provider', ({ providers }, tell) => providers.addGroup(1, GROUP, tell)],
  ['a removed group', ({ providers }, tell) => providers.removeGroup(1, 1, tell)],
  ['a removed provider', ({ providers }, tell) => providers.remove(1, { others: 1, tell })],
  ['optional second factors', ({ secondFactorRule: rule }, tell) => rule.allowNone(tell)],
  ['passwords on', ({ passwordRule }, tell) => passwordRule.switchOn(tell)],
  [
    'required second factors and passwords off',
    async ({ secondFactorRule: rule, passwordRule }, tell) => {
      await Promise.all([rule.allowNone(), passwordRule.switchOn()]);
      await rule.require(NOON_MS + 1, tell).catch(() => rule.require(NOON_MS));
      return passwordRule.switchOff(2, 0, tell).finally(() => passwordRule.switchOff(1, NOON_MS));
    },
  ],
];

async function fill(stores: Stores): Promise<void> {
  await addPeople(stores, ['ann', 'bob', 'eve']);
  await stores.users.disable(3);
  await stores.sessions.create({ ...SESSION, tokenHash: 's' });
  await stores.memberships.set(MEMBER);
  await stores.invitations.create(createInvitation('open'));
  await stores.secondFactors.beginApp(1, 'KEY', NOON_MS);
  await stores.passkeys.add(1, { ...PASSKEY, credentialId: 'a' }, BEGUN);
  await stores.identities.link(EVE);
  await stores.providers.add(ACME);
  await stores.providers.addGroup(1, GROUP);
  const events = ['a', 'b'].map((groupedBy) => createGroupedEvent({ groupedBy }));
  await stores.reports.record([createReport(1, events)]);
  await stores.savedSearches.save(SEARCH);
  await stores.secondFactorRule.require(NOON_MS);
  await stores.passwordRule.switchOff(1, NOON_MS);
  await stores.reportedReleases.upsert('1', RELEASE);
  await stores.artifactChunks.add(CHUNK, { pieces: Readable.from([]), nowMs: NOON_MS });
  await stores.artifactBundles.ask(BUNDLE);
}

onEachDatabase('a joined write, such as a line of the audit log', ({ openFresh }) => {
  it('undoes each change when it fails', async () => {
    const { stores, database } = await openFresh('web');
    await fill(stores);
    const before = await dumpRows(database);
    const halfDone: string[] = [];
    for (const [name, change] of changes) {
      const ending = change(stores, () => Promise.reject(new Error('no room')));
      const message = await ending.then(String, (error: Error) => error.message);
      if (message !== 'no room' || (await dumpRows(database)) !== before) halfDone.push(name);
    }
    expect(halfDone).toEqual([]);
  });

  it('writes a line and a message with the change', async () => {
    const { stores } = await openFresh('web');
    await fill(stores);
    const delivery = { destination: { to: 'mail', address: 'a' }, message: MESSAGE } as const;
    const notice = stores.deliveries.prepare(delivery, NOON_MS);
    const line = { atMs: NOON_MS, what: 'member.removed', from: true };
    await stores.memberships.remove(2, 1, stores.audit.prepare([line], notice));
    expect(await stores.deliveries.list({}, 9)).toHaveLength(1);
    expect(await stores.audit.list({ what: 'member.', limit: 9 })).toHaveLength(1);
  });
});
