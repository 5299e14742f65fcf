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

function setUp(options: Partial<typeof OPTIONS> = {}) {
  const clock = new HandClock();
  const browsers = new KnownBrowsers({ ...OPTIONS, ...options }, clock);
  const browser = new SpecBrowser();
  browsers.remember(browser.request(), browser.response, ADA);
  return { browsers, browser, clock };
}

describe('KnownBrowsers', () => {
  it('knows a browser for the account that signed in, however its email is written, and no other', () => {
    const { browsers, browser } = setUp();
    const id = browsers.find(browser.request(), ` ${ADA.toUpperCase()}`);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(browsers.find(browser.request(), 'bob@example.org')).toBeUndefined();
    expect(browsers.find(browser.request(), 'nonsense')).toBeUndefined();
    expect(browsers.find(new SpecBrowser().request(), ADA)).toBeUndefined();
  });

  it('keeps the id of a browser that signs in again', () => {
    const { browsers, browser } = setUp();
    const id = browsers.find(browser.request(), ADA);
    browsers.remember(browser.request(), browser.response, ADA);
    expect(browsers.find(browser.request(), ADA)).toBe(id);
  });

  it('knows a browser for a year', () => {
    const { browsers, browser, clock } = setUp();
    clock.timeMs += accountLimits.knownBrowserMs - 1;
    expect(browsers.find(browser.request(), ADA)).toBeDefined();
    clock.timeMs += 1;
    expect(browsers.find(browser.request(), ADA)).toBeUndefined();
  });

  it('believes no cookie that it has not signed', () => {
    const { browsers, browser } = setUp();
    const value = browser.set[0]?.value ?? '';
    const [id = '', untilMs = '', signature = ''] = value.split('.');
    for (const forged of [
      'nonsense',
      `${'A'.repeat(22)}.${untilMs}.${signature}`,
      `${id}.${Number(untilMs) + 1}.${signature}`,
      `${id}.${untilMs}.${'A'.repeat(43)}`,
    ]) {
      const request = { headers: { cookie: `errata-browser=${forged}` } } as Request;
      expect(browsers.find(request, ADA)).toBeUndefined();
      expect(browsers.find(browser.request(`errata-browser=${forged}`), ADA)).toBe(id);
    }
    const other = setUp({ secret: 'another one' });
    expect(other.browsers.find(browser.request(), ADA)).toBeUndefined();
  });

  it('sets a cookie for the path of the sign-in alone, which scripts cannot read', () => {
    const [plain] = setUp().browser.set;
    const [secure] = setUp({ publicUrl: 'https://errata.example/errata' }).browser.set;
    const options = { httpOnly: true, sameSite: 'lax', path: '/errata/sign-in' };
    expect(plain).toMatchObject({ name: 'errata-browser', options: { ...options, secure: false } });
    expect(secure).toMatchObject({
      name: '__Secure-errata-browser',
      options: { ...options, secure: true },
    });
    expect(plain?.value).not.toContain('ada');
  });
});
