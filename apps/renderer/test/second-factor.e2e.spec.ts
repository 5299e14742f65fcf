import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { accountLimits, SystemClock } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import { signIn } from './support/people.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';
import { shownOf } from './support/shown.ts';
import { cookieOf, visitorsOf } from './support/visitors.ts';

const HERE = '/account/second-factor';
const PASSWORD = 'correct horse battery staple';
const HALF_MINUTE_MS = 30_000;
const HOUR_MS = 3_600_000;

describe('a second factor', () => {
  const renderer = hold(startPeopledRenderer);
  const visitors = visitorsOf(renderer);
  /**
   * Number of half-minutes that codes are ahead of the real time, so that each code is newer than
   * all used ones.
   */
  let periods = 0;

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const at = (nowMs: number) => jest.spyOn(SystemClock.prototype, 'nowMs').mockReturnValue(nowMs);

  /**
   * Moves the clock to the period after the last code's period, and returns the new period's code.
   */
  function nextCode(secret: string): string {
    periods += 1;
    const nowMs = Date.now() + periods * HALF_MINUTE_MS;
    at(nowMs);
    return codeAt(secret, nowMs);
  }

  async function setUp(person: Person): Promise<{ secret: string; codes: string[] }> {
    await renderer.send(person, HERE, 'begin-app').expect(303);
    const { text } = await renderer.get(person, HERE).expect(200);
    const [, spaced = ''] = /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(text) ?? [];
    const secret = spaced.replaceAll(' ', '');
    const typed = { code: nextCode(secret), password: PASSWORD };
    const done = await renderer.send(person, HERE, 'finish-app', typed);
    const codes = [...done.text.matchAll(/<li>((?:[a-z2-9]{4}-){3}[a-z2-9]{4})<\/li>/g)];
    return { secret, codes: codes.map(([, code]) => code!) };
  }

  const signInAs = (person: Person, to = '/account') =>
    visitors
      .submit(`/sign-in?to=${encodeURIComponent(to)}`, 'sign-in')
      .send({ email: `${person}@example.org`, password: PASSWORD });
  const prove = (cookie: string, code: string, to = '/account') =>
    visitors
      .submit(`/sign-in/second-factor?to=${encodeURIComponent(to)}`, 'prove', cookie)
      .send({ code });

  it('is set up with a QR code, its first code and the password', async () => {
    await renderer.send('viewer', HERE, 'begin-app').expect(303);
    const shown = await renderer.get('viewer', HERE);
    const page = shownOf(shown.text);
    expect(page).toMatch(
      /<svg role="img" aria-label="QR code".*<rect [^>]*fill="#fff".*<path d="M0 0h1v1h-1z/s,
    );
    expect(page).toContain('otpauth://totp/Errata%20localhost%3A3000:viewer%40example.org?');
    const unproved = await renderer.send('viewer', HERE, 'finish-app', { code: '000000' });
    expect(shownOf(unproved.text)).toContain('This is not your password.');
    const passkey = { credential: '{}', name: 'x' };
    await renderer.send('viewer', HERE, 'add-passkey', passkey).expect(422);
    const typed = { code: '000000', password: PASSWORD };
    const wrong = await renderer.send('viewer', HERE, 'finish-app', typed).expect(422);
    expect(shownOf(wrong.text)).toContain('The code is wrong, is too old, or was used already.');
    expect(keyOf(wrong.text)).toBe(keyOf(page));
    for (const { headers } of [shown, wrong]) {
      expect(headers['cache-control']).toBe('private, no-store');
    }
    const copied = renderer.cookieOf('viewer');
    const { codes } = await setUp('viewer');
    expect(codes).toHaveLength(10);
    expect((await renderer.get('viewer', HERE)).text).not.toContain(codes[0]);
    await visitors.get('/account', copied).expect(401);
    await renderer.send('viewer', HERE, 'begin-app').expect(303);
    expect(await renderer.stores.secondFactors.has(renderer.idOf('viewer'))).toBe(true);
  });

  it('is asked for after the password, and leads on to the wanted page', async () => {
    const { secret } = await setUp('member');
    const half = await signInAs('member', '/issues?x=1').expect(303);
    expect(half.headers['location']).toBe('/sign-in/second-factor?to=%2Fissues%3Fx%3D1');
    const cookie = cookieOf(half);
    expect(cookie).not.toMatch(/^errata=|; errata=/);
    await visitors.get('/account', cookie).expect(401);
    const page = await visitors.get(half.headers['location'] ?? '', cookie).expect(200);
    expect(shownOf(page.text)).toContain('Your password was right, member@example.org.');
    const code = nextCode(secret);
    const done = await prove(cookie, code, '/issues?x=1').expect(303);
    expect(done.headers['location']).toBe('/issues?x=1');
    const own = await visitors.get('/account', cookieOf(done)).expect(200);
    expect(shownOf(own.text)).toContain('password and app');
    await prove(cookie, code).expect(422);
    await prove(cookie, codeAt(secret, Date.now() - 300_000)).expect(422);
  });

  it('is not asked for without a password, or long after the password', async () => {
    const lost = await visitors.get('/sign-in/second-factor?to=/issues').expect(303);
    expect(lost.headers['location']).toBe('/sign-in?to=%2Fissues');
    const half = await signInAs('member').expect(303);
    at(Date.now() + 10 * 60_000 + 1);
    const late = await prove(cookieOf(half), '123456').expect(303);
    expect(late.headers['location']).toBe('/sign-in?to=%2Faccount');
    jest.restoreAllMocks();
    const forged = cookieOf(half).replace(/(errata-pending=).{20}/, '$1AAAAAAAAAAAAAAAAAAAA');
    await prove(forged, '123456').expect(303).expect('Location', '/sign-in?to=%2Faccount');
  });

  it('is void when the password has changed since the first step', async () => {
    const half = await signInAs('member').expect(303);
    const { stores, idOf } = renderer;
    const found = await stores.users.findCredentials({ userId: idOf('member') });
    const from = found?.passwordHash ?? '';
    await stores.users.changePassword(idOf('member'), { from, to: `${from}x` });
    await prove(cookieOf(half), '123456').expect(303).expect('Location', '/sign-in?to=%2Faccount');
    await stores.users.changePassword(idOf('member'), { from: `${from}x`, to: from });
  });

  it('is replaced by recovery codes, which work once and until new codes are made', async () => {
    const { secret, codes } = await setUp('outsider');
    const [first = '', second = ''] = codes;
    const half = cookieOf(await signInAs('outsider').expect(303));
    const done = await prove(half, ` ${first.toUpperCase()} `).expect(303);
    const page = await visitors.get('/account', cookieOf(done)).expect(200);
    expect(shownOf(page.text)).toContain('password and recovery code');
    await prove(half, first).expect(422);
    const code = nextCode(secret);
    const made = await visitors.submit(HERE, 'make-codes', cookieOf(done)).send({ code });
    expect(shownOf(made.text)).toContain('Errata shows them only now.');
    await prove(half, second).expect(422);
    await visitors.submit(HERE, 'remove', cookieOf(done)).send({ code: nextCode(secret) });
    const lines = await renderer.stores.audit.list({ what: 'person.second-factor', limit: 3 });
    expect(lines.map(({ to }) => to)).toEqual([
      'removed their second factor',
      'made new recovery codes',
      'set up an authenticator app',
    ]);
    await setUp('outsider');
  });

  it('cannot be guessed: after too many wrong codes the right code has to wait, too', async () => {
    const { secret } = await setUp('admin');
    const half = cookieOf(await signInAs('admin').expect(303));
    const nowMs = Date.now() + (periods + 1) * HALF_MINUTE_MS;
    at(nowMs);
    const right = codeAt(secret, nowMs);
    for (let guess = 1; guess <= accountLimits.signInFreeFailuresPerAccount; guess += 1) {
      const code = String((Number(right) + guess) % 1_000_000).padStart(6, '0');
      const { text } = await prove(half, code).expect(422);
      expect(text).toContain('The code is wrong');
    }
    const held = await prove(half, right).expect(422);
    expect(held.text).toContain('There were too many attempts.');
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    periods += 1;
    await renderer.stores.signInAttempts.clear(`second factor of user ${renderer.idOf('admin')}`);
    await prove(half, nextCode(secret)).expect(303);
  });

  it('is asked for in the sign-in dialog of a form that keeps its input', async () => {
    const fields = { email: 'member@example.org', password: PASSWORD, inPlace: 'on' };
    const { text } = await visitors
      .submit('/sign-in?to=/issues', 'sign-in')
      .send(fields)
      .expect(422);
    expect(shownOf(text)).toContain('Enter the code that your app shows now, or a recovery code.');
    const wrong = { ...fields, code: '000000' };
    await visitors.submit('/sign-in?to=/issues', 'sign-in').send(wrong).expect(422);
  });

  describe('an owner with a second factor', () => {
    let secret: string;

    beforeAll(async () => {
      ({ secret } = await setUp('owner'));
    });

    async function age(hours: number): Promise<void> {
      const { stores, idOf } = renderer;
      const listed = await stores.sessions.list(idOf('owner'), { nowMs: Date.now(), limit: 1 });
      const confirmedAtMs = Date.now() - hours * HOUR_MS;
      await stores.sessions.confirm(listed[0]?.id ?? 0, { secondFactor: 'app', confirmedAtMs });
    }

    it('is asked for a code again after 12 hours before an act for all of Errata', async () => {
      const rule = { required: '' };
      await age(13);
      await renderer.get('owner', '/settings/second-factor').expect(200);
      const refused = await renderer.send('owner', '/settings/second-factor', 'save', rule);
      expect(refused.status).toBe(401);
      expect(shownOf(refused.text)).toContain('Confirm that it is you');
      // Other changes within one project need no confirmation.
      await renderer
        .send('owner', '/settings/projects/web/members', 'withdraw', {
          invitation: '99',
        })
        .expect(422);
      const path = '/account/confirm?to=/settings/second-factor';
      await visitors
        .submit(path, 'confirm', renderer.cookieOf('owner'))
        .send({ code: '000000' })
        .expect(422);
      const confirmed = await visitors
        .submit(path, 'confirm', renderer.cookieOf('owner'))
        .send({ code: nextCode(secret) })
        .expect(303);
      expect(confirmed.headers['location']).toBe('/settings/second-factor');
      await renderer.send('owner', '/settings/second-factor', 'save').expect(303);
    });

    it('is asked for a code again after 12 hours before making a token, and not before withdrawing one', async () => {
      const fields = { name: 'ci', 'scopes[]': ['event:read'], days: '' };
      for (const path of ['/account/tokens', '/settings/tokens']) {
        await age(13);
        const refused = await renderer.send('owner', path, 'make-token', fields).expect(401);
        expect(shownOf(refused.text)).toContain('Confirm that it is you');
        await age(11);
        await renderer.send('owner', path, 'make-token', fields).expect(200);
      }
      const { tokens } = renderer.stores;
      const own = await tokens.list(renderer.idOf('owner'));
      expect([own.length, (await tokens.list('organisation')).length]).toEqual([1, 1]);
      await age(13);
      const token = String(own[0]?.id);
      await renderer.send('owner', '/account/tokens', 'withdraw-token', { token }).expect(303);
      await age(1);
    });

    it.each([
      ['members', 'invite-member', { email: 'eve@example.org', role: 'viewer' }],
      ['members', 'send-again', { invitation: '999' }],
      ['channels', 'add-channel', { kind: 'slack', name: 'Chat', address: '' }],
      ['channels', 'change-channel', { channel: '1', kind: 'slack', name: 'Chat', address: '' }],
    ])(
      'is asked for a code again after 12 hours in %s of a project by %s',
      async (page, act, fields) => {
        await age(13);
        const path = `/settings/projects/web/${page}`;
        const refused = await renderer.send('owner', path, act, fields).expect(401);
        expect(shownOf(refused.text)).toContain('Confirm that it is you');
        await age(1);
        expect((await renderer.send('owner', path, act, fields)).status).not.toBe(401);
      },
    );

    it('resets the lost factor of a person, which the audit log notes', async () => {
      const { send, stores, idOf } = renderer;
      // The code before was of a later period, so its proof lies in the future.
      await age(0);
      const user = { user: String(idOf('member')) };
      await send('owner', '/settings/people', 'reset-second-factor', user).expect(303);
      expect(await stores.secondFactors.has(idOf('member'))).toBe(false);
      await send('owner', '/settings/people', 'reset-second-factor', user).expect(422);
      const [noted] = await stores.audit.list({ what: 'person.second-factor-reset', limit: 1 });
      expect(noted).toMatchObject({ target: user.user, byUserId: idOf('owner') });
      const back = await signInAs('member').expect(303);
      expect(back.headers['location']).toBe('/account');
    });

    it('cannot add another factor long after the last proof', async () => {
      await age(1);
      for (const [action, fields] of [
        ['add-passkey', { credential: '{}', name: 'x' }],
        ['begin-app', {}],
        ['finish-app', { code: '000000' }],
      ] as const) {
        const { text } = await renderer.send('owner', HERE, action, fields).expect(401);
        expect(shownOf(text)).toContain('Confirm that it is you');
      }
      await age(0);
      await renderer
        .send('owner', HERE, 'add-passkey', { credential: '{}', name: 'x' })
        .expect(422);
    });

    it('requires a factor of everybody: a notice for a week, then no other page', async () => {
      const { send, get, stores, idOf } = renderer;
      await stores.secondFactors.remove(idOf('viewer'));
      await send('owner', '/settings/second-factor', 'save', { required: 'on' }).expect(303);
      expect(shownOf((await get('viewer', '/issues')).text)).toContain(
        'Set up a second factor within 7 days',
      );
      expect(shownOf((await get('owner', '/issues')).text)).not.toContain('Set up a second factor');
      const [noted] = await stores.audit.list({ what: 'second-factor.required', limit: 1 });
      expect(noted).toMatchObject({ from: false, to: true });
      at(Date.now() + 8 * 24 * HOUR_MS);
      const late = cookieOf(await signInAs('viewer', '/issues').expect(303));
      for (const path of ['/issues', '/account/tokens', '/palette?q=x']) {
        await visitors.get(path, late).expect(303).expect('Location', HERE);
      }
      await visitors.submit('/account/tokens', 'make-token', late).expect(303);
      const page = await visitors.get(HERE, late).expect(200);
      expect(shownOf(page.text)).toContain('An owner of Errata requires it of everybody.');
      await visitors
        .submit('/account', 'sign-out', late)
        .expect(303)
        .expect('Location', '/sign-in');
      jest.restoreAllMocks();
      await stores.secondFactorRule.allowNone();
    });

    it('is reset by the owner with their password alone', async () => {
      const { cookie } = await signIn(renderer.stores, renderer.idOf('owner'));
      await age(0);
      const own = { user: String(renderer.idOf('owner')) };
      const reset = (fields: Readonly<Record<string, string>>) =>
        visitors.submit('/settings/people', 'reset-second-factor', cookie).send(fields);
      expect(shownOf((await reset(own).expect(422)).text)).toContain('This is not your password.');
      await reset({ ...own, password: PASSWORD }).expect(303);
      expect(await renderer.stores.secondFactors.has(renderer.idOf('owner'))).toBe(false);
    });
  });
});

function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

function keyOf(text: string): string | undefined {
  return /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1];
}
