import type { ProjectKey } from '#product/projects/projects';
import { addPerson, makeInvitation } from './rights-row.ts';
import type { Fixture, Request, Row } from './rights-row.ts';

const PROJECT: Request = { path: () => '/settings/projects/app' };
const KEYS: Request = { path: () => '/settings/projects/app/keys' };
const LIMITS: Request = { path: () => '/settings/projects/app/limits' };
const START: Request = { path: () => '/projects/app/start' };
const key =
  (enabled: boolean) =>
  async ({ renderer: { stores } }: Fixture) => {
    const [{ publicKey }] = (await stores.projectSettings.listKeys(1)) as [ProjectKey];
    const by = { nowMs: Date.now() };
    await stores.projectSettings.setKeyEnabled({ projectId: 1, publicKey, enabled }, by);
    return { key: publicKey, rate: '1000' };
  };
const MEMBERS: Request = { path: () => '/settings/projects/app/members' };

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /settings/projects', [401, 200, 200, 200, 200, 200]],
  [
    'POST /settings/projects create',
    [401, 403, 403, 403, 403, 303],
    { fields: () => ({ name: 'X' }) },
  ],
  ['GET /start', [401, 303, 303, 303, 303, 303]],
  ['GET /projects/:slug/start', [401, 403, 403, 404, 200, 200], START],
  // No relay answers, so nothing can be sent.
  ['POST /projects/:slug/start send-test-error', [401, 403, 403, 404, 422, 422], START],
  ['GET /settings/projects/:slug', [401, 403, 403, 404, 200, 200], PROJECT],
  ['GET /settings/projects/:slug/keys', [401, 403, 403, 404, 200, 200], KEYS],
  ['GET /settings/projects/:slug/limits', [401, 403, 403, 404, 200, 200], LIMITS],
  ['GET /settings/projects/:slug/members', [401, 403, 403, 404, 200, 200], MEMBERS],
  [
    'POST /settings/projects/:slug rename',
    [401, 403, 403, 404, 303, 303],
    { ...PROJECT, fields: () => ({ name: 'X' }) },
  ],
  [
    'POST /settings/projects/:slug delete',
    [401, 403, 403, 404, 403, 422],
    { ...PROJECT, fields: () => ({ slug: 'another' }) },
  ],
  ['POST /settings/projects/:slug/keys add-key', [401, 403, 403, 404, 303, 303], KEYS],
  [
    'POST /settings/projects/:slug/keys disable-key',
    [401, 403, 403, 404, 303, 303],
    { ...KEYS, fields: key(true) },
  ],
  [
    'POST /settings/projects/:slug/keys enable-key',
    [401, 403, 403, 404, 303, 303],
    { ...KEYS, fields: key(false) },
  ],
  [
    'POST /settings/projects/:slug/limits save',
    [401, 403, 403, 404, 303, 303],
    { ...LIMITS, fields: () => ({ rate: '1000', origins: '' }) },
  ],
  [
    'POST /settings/projects/:slug/keys limit-key',
    [401, 403, 403, 404, 303, 303],
    { ...KEYS, fields: key(true) },
  ],
  [
    'POST /settings/projects/:slug/members add-member',
    [401, 403, 403, 404, 403, 200],
    { ...MEMBERS, fields: () => ({ email: 'nobody@example.org', role: 'viewer' }) },
  ],
  [
    'POST /settings/projects/:slug/members invite-member',
    [401, 403, 403, 404, 200, 200],
    { ...MEMBERS, fields: () => ({ email: 'nobody@example.org', role: 'viewer' }) },
  ],
  // Nothing is sent again without mail.
  [
    'POST /settings/projects/:slug/members send-again',
    [401, 403, 403, 404, 422, 422],
    { ...MEMBERS, fields: invitation },
  ],
  [
    'POST /settings/projects/:slug/members withdraw',
    [401, 403, 403, 404, 303, 303],
    { ...MEMBERS, fields: invitation },
  ],
  [
    'POST /settings/projects/:slug/members put-back',
    [401, 403, 403, 404, 422, 422],
    { ...MEMBERS, fields: () => ({ ticket: 'none' }) },
  ],
  [
    'POST /settings/projects/:slug/members change-role',
    [401, 403, 403, 404, 303, 303],
    { ...MEMBERS, fields: member },
  ],
  [
    'POST /settings/projects/:slug/members remove-member',
    [401, 403, 403, 404, 303, 303],
    { ...MEMBERS, fields: member },
  ],
];

async function member({ renderer: { stores } }: Fixture): Promise<object> {
  const userId = await addPerson(stores);
  await stores.memberships.set({ userId, projectId: 1, role: 'admin', nowMs: 1 });
  return { user: userId, role: 'viewer' };
}

async function invitation(fixture: Fixture): Promise<object> {
  return { invitation: (await makeInvitation(fixture, [1])).id };
}
