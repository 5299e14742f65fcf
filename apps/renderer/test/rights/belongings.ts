import type { Request } from 'express';
import { expect } from '@jest/globals';
import type { Stores } from '#product';
import { ACME, createAlertMessage } from '#product/testing';
import { accountLimits } from '#shared';
import { createToken } from '../../src/features/people/accounts/sessions/session-token.ts';
import { ChangeSource } from '../../src/rendering/index.ts';
import { giveRole, signIn } from '../support/people.ts';
import type { PeopledRenderer } from '../support/peopled-renderer.ts';
import { shownOf } from '../support/shown.ts';
import { cookieOf, visitorsOf } from '../support/visitors.ts';

export const PASSWORD = 'correct horse battery staple';

const APP_KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const NEW_TOKEN = { name: 'ci', 'scopes[]': ['org:ci'], days: '' };
const TOKEN = /sntry[su]_[\w+/=]+/;
const INVITATION = /\/invitations\/[\w-]{43}/;
const RESET_LINK = /\/password-reset\/[\w.-]+/;

export type Belongings = Awaited<ReturnType<typeof setUpPerson>>;

/**
 * Makes an admin of `web` with everything that can end. Owners alone have tokens of the organisation
 * and make reset links. A friend, who is an admin of `other`, invites the person and is invited.
 */
export async function setUpPerson(
  renderer: PeopledRenderer,
  { isOwner, hasFactor }: { readonly isOwner: boolean; readonly hasFactor: boolean },
) {
  const { stores } = renderer;
  const { submit } = visitorsOf(renderer);
  const [{ id, email }, { id: friendId, email: friendEmail }] = [
    await addUser(renderer),
    await addUser(renderer),
  ];
  // A first sign-in makes the browser known, and ends with the second factor.
  const known = await submit('/sign-in', 'sign-in').send({ email, password: PASSWORD }).expect(303);
  if (hasFactor) await addFactors(stores, id);
  const [{ cookie }, other, friend] = [
    await signIn(stores, id),
    await signIn(stores, id),
    await signIn(stores, friendId),
  ];
  await giveRole(stores, other, 1, 'admin');
  await giveRole(stores, friend, 2, 'admin');
  if (isOwner) await stores.users.setOwner(id, true);
  const make = async (by: string, path: string, action: string, fields: object, what: RegExp) => {
    const { text } = await submit(path, action, by).send(fields).expect(200);
    return what.exec(shownOf(text))![0];
  };
  const resetLink = (by: string, user: number) =>
    make(by, '/settings/people', 'make-reset-link', { user: String(user) }, RESET_LINK);
  const invite = (by: string, project: string, address: string) => {
    const fields = { email: address, role: 'viewer' };
    return make(by, `/settings/projects/${project}/members`, 'invite-member', fields, INVITATION);
  };
  /** Owners add who has an account at once, and invite them by the page of people. */
  const inviteFriend = () => {
    const fields = { email: friendEmail, role: 'viewer', 'projects[]': ['web'] };
    return isOwner
      ? make(cookie, '/settings/people', 'invite', fields, INVITATION)
      : invite(cookie, 'web', friendEmail);
  };
  return {
    id,
    email,
    cookie,
    /** The cookie that this session has after the act. */
    present: cookie,
    other: other.cookie,
    byProvider: await enterByProvider(stores, id),
    mark: /errata-browser=[^;]+/.exec(cookieOf(known))![0],
    token: await make(cookie, '/account/tokens', 'make-token', NEW_TOKEN, TOKEN),
    ofOrganisation: isOwner
      ? await make(cookie, '/settings/tokens', 'make-token', NEW_TOKEN, TOKEN)
      : '',
    resetLink: await resetLink(renderer.cookieOf('owner'), id),
    madeResetLink: isOwner ? await resetLink(cookie, friendId) : '',
    invitation: await invite(friend.cookie, 'other', email),
    madeInvitation: await inviteFriend(),
    friend: friend.cookie,
    standing: await findStanding(renderer, other.cookie),
  };
}

let users = 0;

async function addUser({ stores, idOf }: PeopledRenderer) {
  users += 1;
  const email = `user-${users}@example.org`;
  const owner = await stores.users.findCredentials({ userId: idOf('owner') });
  const { passwordHash } = owner!;
  return (await stores.users.create({ email, emailKey: email, passwordHash }, Date.now()))!;
}

async function addFactors({ secondFactors, passkeys }: Stores, userId: number): Promise<void> {
  const begun = { keptSessionId: 0, hashes: [`code of ${userId}`], nowMs: Date.now() };
  await secondFactors.beginApp(userId, APP_KEY, begun.nowMs);
  const { seal = '' } = (await secondFactors.findApp(userId, { isPending: true })) ?? {};
  await secondFactors.finishApp(userId, { ...begun, seal, step: 1 });
  const key = { publicKey: new Uint8Array(1), counter: 0, name: 'Key', createdAtMs: begun.nowMs };
  await passkeys.add(userId, { ...key, credentialId: `key of ${userId}` }, begun);
}

/** Links the person with a provider, which opens a session. Returns its cookie. */
async function enterByProvider(stores: Stores, userId: number): Promise<string> {
  await stores.providers.add(ACME);
  const { id: providerId, issuer, name } = (await stores.providers.find({ slug: ACME.slug }))!;
  const identity = { issuer, subject: `subject of ${userId}` };
  const nowMs = Date.now();
  await stores.identities.link({ ...identity, userId, linkedAtMs: nowMs, groups: [] });
  const { token, hash } = createToken();
  const facts = { userId, provider: name, userAgent: '', address: '' };
  const times = { createdAtMs: nowMs, expiresAtMs: nowMs + accountLimits.sessionLifetimeMs };
  const session = await stores.sessions.create({ ...facts, ...times, tokenHash: hash });
  const vouched = { ...identity, providerId, sessionId: session!.id, checkedAtMs: nowMs };
  await stores.vouchedSessions.add(vouched);
  return `errata=${token}`;
}

async function findStanding({ app }: PeopledRenderer, cookie: string): Promise<string | undefined> {
  const request = { headers: { cookie }, path: '/live' } as Request;
  const source = app.get(ChangeSource, { strict: false });
  return (await source.findAudience(request))?.standing;
}

type Probe = (person: Belongings) => Promise<boolean>;

/** Tell whether the person still has a thing. The stores are asked for what no page shows. */
export function createProbes(renderer: PeopledRenderer): Readonly<Record<string, Probe>> {
  const { stores } = renderer;
  const { get, submit } = visitorsOf(renderer);
  const isOpen = async (path: string, cookie = '') => (await get(path, cookie)).status === 200;
  const opensApi = async (token: string) =>
    (await get('/api/0/').set('Authorization', `Bearer ${token}`)).status === 200;
  const guess = async ({ id, email }: Belongings, cookie = '') => {
    const attempt = submit('/sign-in', 'sign-in', cookie).set('X-Forwarded-For', `192.0.2.${id}`);
    return (await attempt.send({ email, password: 'wrong' }).expect(422)).text;
  };
  const message = createAlertMessage({ project: { slug: 'web', name: 'web' } });
  return {
    'this session': ({ present }) => isOpen('/account', present),
    'copies of its cookie': ({ cookie }) => isOpen('/account', cookie),
    'other sessions': ({ other }) => isOpen('/account', other),
    'sessions by the provider': ({ byProvider }) => isOpen('/account', byProvider),
    /** Strangers have to wait after some wrong passwords, and known browsers need not. */
    'known browsers': async (person) => {
      const { signInFreeFailuresPerAccount: free } = accountLimits;
      for (let failure = 0; failure < free; failure += 1) await guess(person);
      expect(await guess(person)).toContain('too many attempts');
      return !(await guess(person, person.mark)).includes('too many attempts');
    },
    tokens: ({ token }) => opensApi(token),
    'tokens of the organisation': ({ ofOrganisation }) => opensApi(ofOrganisation),
    'reset links for them': ({ resetLink }) => isOpen(resetLink),
    'reset links by them': ({ madeResetLink }) => isOpen(madeResetLink),
    'invitations by them': async ({ madeInvitation, friend }) =>
      (await submit(madeInvitation, 'accept', friend)).status === 303,
    'invitations for them': ({ invitation }) => isOpen(invitation),
    'linked identities': async ({ id }) => (await stores.identities.listOf(id)).length > 0,
    'authenticator apps': async ({ id }) =>
      (await stores.secondFactors.describe(id)).appSinceMs !== undefined,
    passkeys: async ({ id }) => (await stores.passkeys.list(id)).length > 0,
    'recovery codes': async ({ id }) => (await stores.secondFactors.describe(id)).recoveryCodes > 0,
    /** A stream ends when its visitor, or what the visitor may read, is another. */
    'live streams': async ({ other, standing }) =>
      (await findStanding(renderer, other)) === standing,
    'personal alerts': ({ id, email }) => {
      const mail = { to: 'mail', userId: id, address: email, unsubscribe: 'by this link' } as const;
      return stores.personalAlerts.isWanted(mail, message);
    },
  };
}
