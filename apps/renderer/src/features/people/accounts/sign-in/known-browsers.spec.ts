import { describe, expect, it } from '@jest/globals';
import type { CookieOptions, Request, Response } from 'express';
import { accountLimits, Clock } from '#shared';
import { KnownBrowsers } from './known-browsers.ts';

const ADA = 'ada@example.org';
const OPTIONS = {
  secret: 'secret of the spec',
  basePath: '/errata',
  publicUrl: 'http://localhost:3000',
  isMailSet: false,
  onOwned: () => undefined,
};

class HandClock extends Clock {
  timeMs = Date.UTC(2026, 0, 5, 12);
  override nowMs(): number {
    return this.timeMs;
  }
}

class SpecBrowser {
  readonly set: { name: string; value: string; options: CookieOptions }[] = [];

  request(...foreign: string[]): Request {
    const own = this.set.map(({ name, value }) => `${name}=${value}`);
    return { headers: { cookie: [...foreign, ...own.slice(-1)].join('; ') } } as Request;
  }

  get response(): Response {
    const cookie = (name: string, value: string, options: CookieOptions): void =>
      void this.set.push({ name, value, options });
    return { cookie } as unknown as Response;
  }
}

async function setUp(options: Partial<typeof OPTIONS> = {}) {
  const clock = new HandClock();
  const hashes = new Map([[ADA, 'first']]);
  const findCredentials = ({ emailKey }: { emailKey: string }) => {
    const passwordHash = hashes.get(emailKey);
    return Promise.resolve(passwordHash && { passwordHash });
  };
  const users = { findCredentials } as never;
  const browsers = new KnownBrowsers(users, { ...OPTIONS, ...options }, clock);
  const browser = new SpecBrowser();
  await browsers.remember(browser.request(), browser.response, ADA);
  return { browsers, browser, clock, hashes };
}

describe('KnownBrowsers', () => {
  it('knows a browser for the account that signed in, however its email is written, and no other', async () => {
    const { browsers, browser } = await setUp();
    const id = await browsers.find(browser.request(), ` ${ADA.toUpperCase()}`);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(await browsers.find(browser.request(), 'bob@example.org')).toBeUndefined();
    expect(await browsers.find(browser.request(), 'nonsense')).toBeUndefined();
    expect(await browsers.find(new SpecBrowser().request(), ADA)).toBeUndefined();
  });

  it('keeps the id of a browser that signs in again', async () => {
    const { browsers, browser } = await setUp();
    const id = await browsers.find(browser.request(), ADA);
    await browsers.remember(browser.request(), browser.response, ADA);
    expect(await browsers.find(browser.request(), ADA)).toBe(id);
  });

  it('knows a browser for a year', async () => {
    const { browsers, browser, clock } = await setUp();
    clock.timeMs += accountLimits.knownBrowserMs - 1;
    expect(await browsers.find(browser.request(), ADA)).toBeDefined();
    clock.timeMs += 1;
    expect(await browsers.find(browser.request(), ADA)).toBeUndefined();
  });

  it('knows no browser from before a new password, unless it is remembered anew', async () => {
    const { browsers, browser, hashes } = await setUp();
    hashes.set(ADA, 'second');
    expect(await browsers.find(browser.request(), ADA)).toBeUndefined();
    await browsers.remember(browser.request(), browser.response, ADA);
    expect(await browsers.find(browser.request(), ADA)).toBeDefined();
  });

  it('believes no cookie that it has not signed', async () => {
    const { browsers, browser } = await setUp();
    const value = browser.set[0]?.value ?? '';
    const [id = '', untilMs = '', signature = ''] = value.split('.');
    for (const forged of [
      'nonsense',
      `${'A'.repeat(22)}.${untilMs}.${signature}`,
      `${id}.${Number(untilMs) + 1}.${signature}`,
      `${id}.${untilMs}.${'A'.repeat(43)}`,
    ]) {
      const request = { headers: { cookie: `errata-browser=${forged}` } } as Request;
      expect(await browsers.find(request, ADA)).toBeUndefined();
      expect(await browsers.find(browser.request(`errata-browser=${forged}`), ADA)).toBe(id);
    }
    const other = await setUp({ secret: 'another one' });
    expect(await other.browsers.find(browser.request(), ADA)).toBeUndefined();
  });

  it('sets a cookie that scripts cannot read, over TLS for its host alone', async () => {
    const [plain] = (await setUp()).browser.set;
    const [secure] = (await setUp({ publicUrl: 'https://errata.example/errata' })).browser.set;
    const options = { httpOnly: true, sameSite: 'lax' };
    expect(plain).toMatchObject({
      name: 'errata-browser',
      options: { ...options, secure: false, path: '/errata' },
    });
    expect(secure).toMatchObject({
      name: '__Host-errata-browser',
      options: { ...options, secure: true, path: '/' },
    });
    expect(plain?.value).not.toContain('ada');
  });
});
