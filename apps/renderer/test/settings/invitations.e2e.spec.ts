import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import supertest from 'supertest';
import { hold } from '../../../../test/support/hold.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import { shownOf } from '../support/shown.ts';
import { toCookies } from '../support/to-cookies.ts';

const LIST = '/settings/people';
const LINK = /http:\/\/localhost:3000\/invitations\/(?<token>[\w-]{43})/;

describe('settings of invitations', () => {
  const renderer = hold(startPeopledRenderer);

  const invite = (fields: Readonly<Record<string, string | readonly string[]>>) =>
    renderer.send('owner', LIST, 'invite', fields);

  it('makes a link that is shown only in the answer to its form', async () => {
    const answer = await invite({
      email: 'eve@example.org',
      role: 'member',
      'projects[]': ['web'],
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    const token = LINK.exec(shownOf(answer.text))?.groups?.['token'] ?? '';
    const hash = createHash('sha256').update(token).digest('hex');
    expect(await renderer.stores.invitations.find(hash)).toMatchObject({
      email: 'eve@example.org',
      grant: { kind: 'member', role: 'member', projectIds: [1] },
      invitedBy: renderer.idOf('owner'),
    });
    const { text } = await renderer.get('owner', LIST).expect(200);
    expect(text).not.toContain(token);
    expect(shownOf(text)).toContain('eve@example.org');
    expect(shownOf(text)).toContain('member of web');
  });

  it('shows the chosen projects to a person with the link', async () => {
    const fields = { email: 'kim@example.org', role: 'viewer', 'projects[]': ['web', 'Other'] };
    const { text } = await invite(fields).expect(200);
    const token = LINK.exec(shownOf(text))?.groups?.['token'];
    const http = supertest(renderer.app.getHttpServer());
    const page = await http.get(`/invitations/${token}`).set('Accept', 'text/html').expect(200);
    expect(shownOf(page.text)).toContain('As a viewer of web and other.');
    expect(page.text).toMatch(/name="email"[^>]*value="kim@example.org"/);
  });

  it.each([
    [{ role: 'member' }, 'Choose at least one project.'],
    [
      { role: 'member', 'projects[]': ['othr, x'] },
      'There is no project “othr”. Did you mean other? There is no project “x”.',
    ],
    [{ role: 'member', projects: '1' }, 'There is no such project.'],
    [{ role: 'king' }, 'There is no such role.'],
  ])('refuses the invitation %j', async (fields, sentence) => {
    const { stores } = renderer;
    const before = await stores.invitations.listOpen({ nowMs: Date.now(), limit: 100 });
    const { text } = await invite(fields).expect(422);
    expect(shownOf(text)).toContain(sentence);
    expect(await stores.invitations.listOpen({ nowMs: Date.now(), limit: 100 })).toEqual(before);
  });

  it('keeps the chosen role and projects when a field is wrong', async () => {
    const fields = { email: 'eve', role: 'viewer', 'projects[]': ['other'] };
    const page = shownOf((await invite(fields).expect(422)).text);
    expect(page).toContain('This is not an email address.');
    expect(page).toMatch(/<option value="viewer" selected/);
    expect(page).toMatch(
      /<input[^>]*checked=""[^>]*value="other"|<input[^>]*value="other"[^>]*checked=""/,
    );
    expect(page).not.toMatch(/<input[^>]*checked=""[^>]*value="web"/);
  });

  it('withdraws an invitation, once', async () => {
    const { stores, send } = renderer;
    const [latest] = await stores.invitations.listOpen({ nowMs: Date.now(), limit: 1 });
    const fields = { invitation: String(latest?.id) };
    await send('owner', LIST, 'withdraw', fields).expect(303);
    const lines = await stores.audit.list({ what: 'person.uninvited', limit: 9 });
    expect(lines).toMatchObject([{ from: latest?.email ?? '' }]);
    const { text } = await send('owner', LIST, 'withdraw', fields).expect(422);
    expect(shownOf(text)).toContain('There is no such invitation, or it was withdrawn.');
  });
});

describe('invitations of an admin by mail', () => {
  const MEMBERS = '/settings/projects/web/members';
  const renderer = hold(() => startPeopledRenderer({ SMTP_URL: 'smtp://localhost:1' }));

  async function takeLink(): Promise<string> {
    const claim = { nowMs: Date.now(), leaseMs: 60_000, limit: 9 };
    const mails = await renderer.stores.deliveries.claim(claim);
    return new URL(mails[0]?.delivery?.message.url ?? '').pathname;
  }

  it('show no link, and are sent again, which ends the link before', async () => {
    const { stores, send, get, cookieOf } = renderer;
    const kim = { email: 'kim@example.org', role: 'viewer' };
    const sent = await send('admin', MEMBERS, 'invite-member', kim).expect(303);
    const first = await takeLink();
    const [open] = await stores.invitations.listOpen({ nowMs: Date.now(), limit: 1 });
    const fields = { invitation: String(open?.id) };
    const again = await send('admin', MEMBERS, 'send-again', fields).expect(303);
    for (const answer of [sent, again]) {
      const cookies = toCookies(cookieOf('admin'), answer);
      const { text } = await get('admin', MEMBERS).set('Cookie', cookies).expect(200);
      expect(shownOf(text)).toContain('Mailed to kim@example.org');
      expect(answer.text + text).not.toContain('/invitations/');
    }
    const lines = await stores.audit.list({ what: 'member.invited', limit: 9 });
    expect(lines.map(({ to }) => to)).toEqual([0, 1].map(() => ['viewer', kim.email]));
    await get('nobody', first).expect(404);
    const account = { email: kim.email, password: 'correct horse battery staple' };
    await send('nobody', await takeLink(), 'accept-as-new', account).expect(303);
  });
});
