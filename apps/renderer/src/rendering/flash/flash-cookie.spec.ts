import { beforeEach, describe, expect, it } from '@jest/globals';
import { Clock, flashLimits } from '#shared';
import type { Request, Response } from 'express';
import type { RenderingOptions } from '../rendering.options.ts';
import { listCookies } from '../request/cookies.ts';
import { FlashCookie, signText, verifyText } from './flash-cookie.ts';

const DONE = { text: 'Done.' };
const bearer = (request: Request): string | undefined => listCookies(request, 'who')[0];

class StoppedClock extends Clock {
  timeMs = 1_000_000;
  override nowMs(): number {
    return this.timeMs;
  }
}

describe('FlashCookie', () => {
  let clock: StoppedClock;
  let kept: string;

  const request = (cookie = ''): Request =>
    ({ method: 'GET', url: '/', headers: { cookie }, headersDistinct: {} }) as unknown as Request;

  const responseWith = (...set: readonly string[]): Response =>
    ({
      cookie: (name: string, value: string) => (kept = `${name}=${value}`),
      getHeader: () => set,
    }) as unknown as Response;
  const response = responseWith();

  const cookiesWith = (secret: string): FlashCookie =>
    new FlashCookie(
      { basePath: '', secret, isSecure: () => false, bearer } as unknown as RenderingOptions,
      clock,
    );

  beforeEach(() => {
    clock = new StoppedClock();
    cookiesWith('secret').keep(DONE, request(), response);
  });

  it('keeps a message for a minute, whatever becomes of the cookie', () => {
    const cookies = cookiesWith('secret');
    clock.timeMs += flashLimits.keptMs - 1;
    expect(cookies.find(request(kept))).toEqual(DONE);
    clock.timeMs += 1;
    expect(cookies.find(request(kept))).toBeUndefined();
  });

  it('reads a message only with the secret that signed it', () => {
    expect(cookiesWith('secret').find(request(kept))).toEqual(DONE);
    expect(cookiesWith('another').find(request(kept))).toBeUndefined();
  });

  it('shows a message only to the visitor for whom it was kept', () => {
    const cookies = cookiesWith('secret');
    expect(cookies.find(request(`who=mallory; ${kept}`))).toBeUndefined();
    cookies.keep(DONE, request('who=ann'), response);
    expect(cookies.find(request(`who=ann; ${kept}`))).toEqual(DONE);
    for (const who of ['who=mallory; ', '']) {
      expect(cookies.find(request(who + kept))).toBeUndefined();
    }
  });

  it.each([
    ['in', '', 'who=ann; Path=/', 'who=ann; '],
    ['in as another', 'who=bob', 'who=ann; Path=/', 'who=ann; '],
    ['out', 'who=ann', 'who=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', ''],
  ])('keeps a message for a visitor whom the same answer signs %s', (_how, before, set, after) => {
    const cookies = cookiesWith('secret');
    cookies.keep(DONE, request(before), responseWith(set));
    expect(cookies.find(request(after + kept))).toEqual(DONE);
    expect(cookies.find(request(before ? `${before}; ${kept}` : kept))).toBeUndefined();
  });

  it('finds the current message among expired and foreign cookies', () => {
    const old = kept;
    clock.timeMs += flashLimits.keptMs;
    cookiesWith('secret').keep({ text: 'New.' }, request(), response);
    expect(cookiesWith('secret').find(request(`${old}; flash=x.y; ${kept}`))).toEqual({
      text: 'New.',
    });
  });
});

const SIGNATURE = { secret: 'the secret of an installation', bearer: 'a token' };

describe('signText', () => {
  it.each(['', 'plain', 'a.b;c, "d"\n', 'ü 🐞', 'x'.repeat(3000)])(
    'writes %.20j in characters of a cookie, and verifyText reads it back',
    (text) => {
      const signed = signText(text, SIGNATURE);
      expect(signed).toMatch(/^[\w.-]+$/);
      expect(verifyText(signed, SIGNATURE)).toBe(text);
    },
  );
});

describe('verifyText', () => {
  const signed = signText('done', SIGNATURE);
  const [body = '', mark = ''] = signed.split('.');

  it.each([
    '',
    '.',
    body,
    mark,
    `${body}.`,
    `.${mark}`,
    `${body}.${mark.slice(1)}`,
    `${body}.${mark}a`,
    `${body}x.${mark}`,
    `${Buffer.from('else').toString('base64url')}.${mark}`,
    `${body}.${'\u00fc'.repeat(43)}`,
  ])('refuses the altered text %j', (other) => {
    expect(verifyText(other, SIGNATURE)).toBeUndefined();
  });

  it.each([
    ['with another secret', { secret: 'another' }],
    ['for another bearer', { bearer: 'another' }],
    ['for no bearer', { bearer: undefined }],
    ['for a bearer named null', { bearer: 'null' }],
  ])('refuses a text that was signed %s', (_how, other) => {
    expect(verifyText(signText('done', { ...SIGNATURE, ...other }), SIGNATURE)).toBeUndefined();
    expect(verifyText(signText('done', SIGNATURE), { ...SIGNATURE, ...other })).toBeUndefined();
  });

  it('accepts a text without a bearer that was signed without a bearer', () => {
    const nobody = { ...SIGNATURE, bearer: undefined };
    expect(verifyText(signText('done', nobody), nobody)).toBe('done');
    expect(verifyText(signText('done', nobody), { ...nobody, bearer: 'null' })).toBeUndefined();
  });
});
