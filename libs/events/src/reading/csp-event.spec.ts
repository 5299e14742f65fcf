import { describe, expect, it } from '@jest/globals';
import { toCspEvent } from './csp-event.ts';

const legacy = {
  'document-uri': 'https://shop.example/cart?item=1',
  referrer: 'https://search.example/',
  'violated-directive': "script-src 'self' cdn.example",
  'effective-directive': 'script-src-elem',
  'blocked-uri': 'https://evil.example/track.js?id=7',
  'source-file': 'https://shop.example/app.js',
  'line-number': 12,
  'column-number': 3,
};

const current = {
  type: 'csp-violation',
  age: 10,
  url: 'https://shop.example/cart',
  user_agent: 'Mozilla/5.0',
  body: {
    documentURL: 'https://shop.example/cart',
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://evil.example/other.js',
    sourceFile: null,
    disposition: 'enforce',
  },
};

describe('toCspEvent', () => {
  it('says what a report to a report-uri blocked, by what directive, and where', () => {
    expect(toCspEvent({ 'csp-report': legacy })).toMatchObject({
      message: 'Blocked by script-src-elem: evil.example',
      fingerprint: ['csp', 'script-src-elem', 'evil.example'],
      request: { url: legacy['document-uri'], headers: { Referer: legacy.referrer } },
      tags: { 'effective-directive': 'script-src-elem', 'blocked-uri': legacy['blocked-uri'] },
      exception: {
        values: [
          {
            type: 'CSP',
            stacktrace: { frames: [{ filename: legacy['source-file'], lineno: 12, colno: 3 }] },
          },
        ],
      },
      extra: legacy,
    });
  });

  it('makes the same issue of a report to the Reporting API', () => {
    const event = toCspEvent(current);
    expect(event).toMatchObject({
      fingerprint: ['csp', 'script-src-elem', 'evil.example'],
      request: { url: current.url, headers: { 'User-Agent': 'Mozilla/5.0' } },
    });
    const value = 'Blocked by script-src-elem: evil.example';
    expect(event['exception']).toEqual({ values: [{ type: 'CSP', value }] });
  });

  it.each([
    ['inline', 'inline'],
    ['eval', 'eval'],
    ['', 'self'],
    ['self', 'self'],
    ['https://shop.example/x.js', 'self'],
    ['data', 'data'],
    ['data:text/plain,x', 'data:'],
    ['blob:https://shop.example/1', 'self'],
    ['https://evil.example:8443/a?b#c', 'evil.example:8443'],
    ['evil.example/a?b', 'evil.example'],
    ['chrome-extension://abcdef/x.js', 'chrome-extension:'],
  ])('groups the blocked address %j by %s', (blocked, origin) => {
    const event = toCspEvent({ 'csp-report': { ...legacy, 'blocked-uri': blocked } });
    expect(event['fingerprint']).toEqual(['csp', 'script-src-elem', origin]);
  });

  it.each([
    ["script-src 'self' cdn.example", 'script-src'],
    ['', 'unknown'],
    [7, '7'],
    [{}, 'unknown'],
  ])('takes %j for the directive %s', (named, directive) => {
    const report = { 'violated-directive': named, 'blocked-uri': 'inline' };
    expect(toCspEvent({ 'csp-report': report })['fingerprint']).toEqual([
      'csp',
      directive,
      'inline',
    ]);
  });

  it('makes an event of an empty report', () => {
    expect(toCspEvent({})).toMatchObject({ message: 'Blocked by unknown: self' });
  });
});
