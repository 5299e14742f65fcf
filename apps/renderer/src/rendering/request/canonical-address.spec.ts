import { describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Request, Response } from 'express';
import { canonicalAddress, toWholeAddress } from './canonical-address.ts';
import { getPageRequest } from './page-request.ts';

function canonical(url: string): { url: string; whole: boolean } {
  const request = { url, headers: {}, headersDistinct: {} } as unknown as Request;
  let passedOn = 0;
  canonicalAddress('')(request, {} as Response, () => (passedOn += 1));
  expect(passedOn).toBe(1);
  const page = getPageRequest(request);
  expect(page.url).toBe(request.url);
  return { url: page.url, whole: page.whole };
}

describe('canonicalAddress', () => {
  it.each([
    '/',
    '/issues',
    '/issues?',
    '/issues?before=1-2&q=is%3Aunresolved',
    '/issues?a=%C3%BC&a=%c3%bc&&b&=c&+d=%',
    '/_whole=1/_action',
    '/issues?q=_whole=1',
    '/issues?whole=1&x_whole=1&_wholesale=1&_actions=2&_=3',
    '/issues?%5Fwholesale=1&%5f=2',
    '/issues?x=%5Fwhole=1',
    '/issues?a?_whole=1',
    '/issues??_whole=1',
  ])('leaves %j unchanged, to the byte', (url) => {
    expect(canonical(url)).toEqual({ url, whole: false });
  });

  it.each([
    ['/issues?_whole=1', '/issues'],
    ['/?_whole=1', '/'],
    ['/issues?_whole=1&a=%c3%bc+d', '/issues?a=%c3%bc+d'],
    ['/issues?a=1&_whole=1&b=2', '/issues?a=1&b=2'],
    ['/issues?a=1&&_whole=1', '/issues?a=1&'],
    ['/issues?_whole=1&a=1&_whole=1', '/issues?a=1'],
    ['/issues?_action=resolve&_whole=1', '/issues'],
  ])('asks for the whole page and keeps the other parameters: %j becomes %j', (url, rest) => {
    expect(canonical(url)).toEqual({ url: rest, whole: true });
  });

  it.each([
    '/issues?_whole',
    '/issues?_whole=',
    '/issues?_whole=0',
    '/issues?_whole=11',
    '/issues?_whole=true',
    '/issues?_action=resolve',
    '/issues?_action',
  ])('removes the parameter of %j, which asks for no whole page', (url) => {
    expect(canonical(url)).toEqual({ url: '/issues', whole: false });
  });

  it.each([
    '/issues?%5Fwhole=1',
    '/issues?%5fwhole=1',
    '/issues?_%77hole=1',
    '/issues?%5F%77%68%6f%6C%65',
    '/issues?_acti%6Fn=resolve',
    '/issues?%5faction=%',
  ])('removes the parameter of %j, whose name is percent-encoded', (url) => {
    expect(canonical(url).url).toBe('/issues');
  });

  it('leaves no parameter of its own in the query of the request', () => {
    const request = Object.assign(Object.create(express.request) as Request, {
      url: '/issues?_whole=1&a=1&%5Faction=x&_wh%6Fle=2',
      headers: {},
      headersDistinct: {},
      app: express(),
    });
    canonicalAddress('')(request, {} as Response, () => undefined);
    expect({ ...request.query }).toEqual({ a: '1' });
  });
});

describe('the address of an action', () => {
  function locationOf(
    method: string,
    url: string,
    headers: Record<string, string[]> = {},
  ): unknown {
    const request = { method, url, headers: {}, headersDistinct: headers } as unknown as Request;
    let location: unknown;
    const response = {
      redirect: (status: number, to: string) => (location = `${status} ${to}`),
    } as unknown as Response;
    canonicalAddress('/base')(request, response, () => undefined);
    return location;
  }

  it.each(['GET', 'HEAD'])('leads a %s request to the page', (method) => {
    expect(locationOf(method, '/issues?a=1&_action=resolve')).toBe('303 /base/issues?a=1');
    expect(locationOf(method, '/issues?_acti%6Fn=')).toBe('303 /base/issues');
  });

  it('leads no other request to the page', () => {
    expect(locationOf('POST', '/issues?_action=resolve')).toBeUndefined();
    expect(locationOf('GET', '/issues?_whole=1')).toBeUndefined();
    expect(locationOf('GET', '/issues?_action=x', { 'router-state': ['b1'] })).toBeUndefined();
  });

  it('names the action of a POST, unless a header names it', () => {
    const actionOf = (url: string, headers: Record<string, string> = {}): unknown => {
      const request = { method: 'POST', url, headers, headersDistinct: {} } as unknown as Request;
      canonicalAddress('')(request, {} as Response, () => undefined);
      const { action, format, url: rest } = getPageRequest(request);
      return [action, format, rest];
    };
    expect(actionOf('/issues?_action=resolve&a=1')).toEqual(['resolve', 'document', '/issues?a=1']);
    expect(actionOf('/issues?_action=a&_action=b')).toEqual(['a', 'document', '/issues']);
    expect(actionOf('/issues?_action=a', { action: 'b' })).toEqual(['b', 'data', '/issues']);
    expect(actionOf('/issues')).toEqual(['', 'document', '/issues']);
  });
});

describe('toWholeAddress', () => {
  it.each(['/', '/issues', '/issues?a=%c3%bc', '/issues?', '/issues?a=1&'])(
    'makes an address that asks for the whole page of %j',
    (url) => {
      expect(canonical(toWholeAddress(url))).toEqual({ url, whole: true });
    },
  );
});
