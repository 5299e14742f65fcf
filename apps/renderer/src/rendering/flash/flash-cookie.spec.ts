import { beforeEach, describe, expect, it } from '@jest/globals';
import { Clock, flashLimits } from '#shared';
import type { Request, Response } from 'express';
import type { RenderingOptions } from '../rendering.options.ts';
import { listCookies } from '../request/cookies.ts';
import { FlashCookie } from './flash-cookie.ts';

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
