import { addPerson, ALL_200, makeInvitation } from './rights-row.ts';
import type { Fixture, Request, Row } from './rights-row.ts';

const PASSWORDS = { current: 'correct horse battery staple', next: 'another horse battery' };
const NO_PROVIDER: Request = { path: () => '/sign-in/with/99' };
const NO_CALLBACK: Request = { path: () => '/sign-in/callback/99' };
const NO_FACTOR: Request = { fields: () => ({ user: 99_999 }) };
const NO_LINK: Request = { fields: () => ({ provider: '99', issuer: 'https://id' }) };
const LINK = { id: 'x', password: 'no password' };
const WRONG_CODE: Request = { fields: () => ({ code: '000000' }) };
const WRONG_PASSKEY: Request = { fields: () => ({ credential: '{}', name: 'x' }) };
const REQUIRED: Request = { fields: () => ({ required: 'on' }) };
const PROVIDER: Request = {
  fields: () => ({
    provider: 'other',
    slug: 'other',
    name: 'X',
    issuer: 'https://id.example.org',
    clientId: 'x',
    clientSecret: 'x',
    group: '1',
    role: 'owner',
  }),
};
const PASSWORDS_OFF: Request = {
  fields: async ({ renderer: { stores } }) => {
    await stores.passwordRule.switchOff(1, 1);
    return { passwords: 'on' };
  },
};
const CREDENTIALS = { email: 'viewer@example.org', password: 'no password' };

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /account', [401, 200, 200, 200, 200, 200]],
  ['POST /account rename', [401, 303, 303, 303, 303, 303], { fields: () => ({ name: 'X' }) }],
  ['POST /account change-password', [401, 303, 303, 303, 303, 303], { fields: () => PASSWORDS }],
  [
    'POST /account end-session',
    [401, 303, 303, 303, 303, 303],
    { fields: ({ session }) => ({ session }) },
  ],
  ['POST /account end-other-sessions', [401, 303, 303, 303, 303, 303]],
  ['POST /account sign-out', [401, 303, 303, 303, 303, 303]],
  [
    'POST /settings/people invite',
    [401, 403, 403, 403, 403, 200],
    { fields: () => ({ role: 'owner' }) },
  ],
  [
    'POST /settings/people withdraw',
    [401, 403, 403, 403, 403, 303],
    { fields: async (fixture) => ({ invitation: (await makeInvitation(fixture)).id }) },
  ],
  ['GET /settings/people', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/people make-owner', [401, 403, 403, 403, 403, 303], person()],
  ['POST /settings/people unmake-owner', [401, 403, 403, 403, 403, 303], person('setOwner')],
  ['POST /settings/people disable', [401, 403, 403, 403, 403, 303], person()],
  ['POST /settings/people enable', [401, 403, 403, 403, 403, 303], person('disable')],
  ['POST /settings/people make-reset-link', [401, 403, 403, 403, 403, 200], person()],
  ['POST /settings/people end-sessions', [401, 403, 403, 403, 403, 303], person()],
  ['POST /settings/people reset-second-factor', [401, 403, 403, 403, 403, 422], NO_FACTOR],
  ['POST /settings/people remove', [401, 403, 403, 403, 403, 303], person()],
  ['GET /sign-in', [200, 303, 303, 303, 303, 303]],
  // A signed-in visitor is redirected, because the page that would show the error is not for them.
  ['POST /sign-in sign-in', [422, 303, 303, 303, 303, 303], { fields: () => CREDENTIALS }],
  ['GET /sign-in/second-factor', [303, 303, 303, 303, 303, 303]],
  ['POST /sign-in/second-factor prove', [303, 303, 303, 303, 303, 303], WRONG_CODE],
  ['POST /sign-in/second-factor prove-passkey', [303, 303, 303, 303, 303, 303], WRONG_PASSKEY],
  ['GET /account/confirm', [401, 200, 200, 200, 200, 200]],
  ['POST /account/confirm confirm', [401, 422, 422, 422, 422, 422], WRONG_CODE],
  ['POST /account/confirm confirm-passkey', [401, 422, 422, 422, 422, 422], WRONG_PASSKEY],
  ['POST /account/second-factor add-passkey', [401, 422, 422, 422, 422, 422], WRONG_PASSKEY],
  ['POST /account/second-factor remove-passkey', [401, 422, 422, 422, 422, 422], WRONG_CODE],
  ['GET /account/second-factor', [401, 200, 200, 200, 200, 200]],
  ['POST /account/second-factor begin-app', [401, 303, 303, 303, 303, 303]],
  ['POST /account/second-factor finish-app', [401, 422, 422, 422, 422, 422], WRONG_CODE],
  ['POST /account/second-factor make-codes', [401, 422, 422, 422, 422, 422], WRONG_CODE],
  ['POST /account/second-factor remove', [401, 422, 422, 422, 422, 422], WRONG_CODE],
  ['GET /settings/second-factor', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/second-factor save', [401, 403, 403, 403, 403, 303], REQUIRED],
  ['GET /sign-in/with/:provider', [404, 404, 404, 404, 404, 404], NO_PROVIDER],
  ['GET /sign-in/callback/:provider', [303, 303, 303, 303, 303, 303], NO_CALLBACK],
  ['GET /sign-in/link', [303, 303, 303, 303, 303, 303]],
  ['POST /sign-in/link link', [303, 303, 303, 303, 303, 303], { fields: () => LINK }],
  ['GET /account/providers', [401, 200, 200, 200, 200, 200]],
  ['POST /account/providers unlink', [401, 422, 422, 422, 422, 422], NO_LINK],
  ['GET /settings/providers', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/providers add', [401, 403, 403, 403, 403, 303], PROVIDER],
  ['POST /settings/providers change', [401, 403, 403, 403, 403, 303], PROVIDER],
  ['POST /settings/providers try', [401, 403, 403, 403, 403, 422], NO_LINK],
  ['POST /settings/providers add-group', [401, 403, 403, 403, 403, 303], PROVIDER],
  ['POST /settings/providers remove-group', [401, 403, 403, 403, 403, 303], PROVIDER],
  ['POST /settings/providers remove', [401, 403, 403, 403, 403, 303], PROVIDER],
  ['POST /settings/providers passwords', [401, 403, 403, 403, 403, 303], PASSWORDS_OFF],
  ['GET /setup', [303, 303, 303, 303, 303, 303]],
  ['POST /setup set-up', [303, 303, 303, 303, 303, 303], { fields: () => CREDENTIALS }],
  ['GET /invitations/:token', ALL_200, { path: invite }],
  [
    'POST /invitations/:token accept-as-new',
    [422, 422, 422, 422, 422, 422],
    { path: invite, fields: () => CREDENTIALS },
  ],
  ['POST /invitations/:token accept', [401, 303, 303, 303, 303, 303], { path: invite }],
  ['GET /forgotten-password', ALL_200],
  ['POST /forgotten-password ask-reset', ALL_200, { fields: () => ({ email: 'x@example.org' }) }],
  [
    'GET /password-reset/:token',
    [404, 404, 404, 404, 404, 404],
    { path: () => '/password-reset/1' },
  ],
  [
    'POST /password-reset/:token reset-password',
    [404, 404, 404, 404, 404, 404],
    { path: () => '/password-reset/1', fields: () => ({ password: 'correct horse battery' }) },
  ],
];

async function invite(fixture: Fixture): Promise<string> {
  return `/invitations/${(await makeInvitation(fixture)).token}`;
}

/** Makes a new person for each request, whom the method changes first. */
function person(method?: 'setOwner' | 'disable'): Request {
  return {
    fields: async ({ renderer: { stores } }) => {
      const id = await addPerson(stores);
      if (method === 'setOwner') await stores.users.setOwner(id, true);
      if (method === 'disable') await stores.users.disable(id);
      return { user: id, word: 'remove' };
    },
  };
}
