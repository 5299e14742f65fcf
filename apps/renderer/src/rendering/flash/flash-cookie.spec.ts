import { beforeEach, describe, expect, it } from '@jest/globals';
import { Clock, flashLimits } from '#shared';
import type { Request, Response } from 'express';
import type { RenderingOptions } from '../rendering.options.ts';
import { FlashCookie } from './flash-cookie.ts';

const DONE = { text: 'Done.' };

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

  const response = {
    cookie: (name: string, value: string) => (kept = `${name}=${value}`),
  } as unknown as Response;

  const cookiesWith = (secret: string): FlashCookie =>
    new FlashCookie(
      { basePath: '', secret, isSecure: () => false } as unknown as RenderingOptions,
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

  it('keeps it for whoever has the secret', () => {
    expect(cookiesWith('secret').find(request(kept))).toEqual(DONE);
    expect(cookiesWith('another').find(request(kept))).toBeUndefined();
  });

  it('finds the one that counts among old ones and others', () => {
    const old = kept;
    clock.timeMs += flashLimits.keptMs;
    cookiesWith('secret').keep({ text: 'New.' }, request(), response);
    expect(cookiesWith('secret').find(request(`${old}; flash=x.y; ${kept}`))).toEqual({
      text: 'New.',
    });
  });
});
