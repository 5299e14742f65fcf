import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { applySetCookies } from './cookies-set.ts';

function cookieAfter(cookie: string | undefined, set: string | string[] | undefined): unknown {
  const request = { headers: { cookie } } as unknown as Request;
  applySetCookies(request, { getHeader: () => set } as unknown as Response);
  return request.headers.cookie;
}

describe('applySetCookies', () => {
  it.each([
    [undefined, 'a=1; Path=/; HttpOnly', 'a=1'],
    ['a=1; b=2', 'a=3', 'a=3; b=2'],
    ['a=1', ['b=2; Secure', 'c=3=4'], 'a=1; b=2; c=3=4'],
    ['a=1; b=2', 'a=; Max-Age=0; Path=/', 'b=2'],
    ['a=1; b=2', 'a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'b=2'],
    ['a=1', 'a=2; Max-Age=100', 'a=2'],
    ['a=1', 'a=2; Max-Age=-5', ''],
  ])('turns the cookies %j, with %j set, into %j', (cookie, set, expected) => {
    expect(cookieAfter(cookie, set)).toBe(expected);
  });

  it('leaves the cookies of a request unchanged when nothing was set', () => {
    expect(cookieAfter('a=1;b=2', undefined)).toBe('a=1;b=2');
    expect(cookieAfter(undefined, undefined)).toBeUndefined();
  });
});
