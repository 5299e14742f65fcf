import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { findKey } from './admission/admission.ts';

function find(url: string, headers: Record<string, string> = {}): string | undefined {
  return findKey({ url, headers } as unknown as IncomingMessage);
}

describe('findKey', () => {
  const auth = (text: string) => ({ 'x-sentry-auth': `Sentry ${text}` });
  const basic = (text: string) => ({
    authorization: `Basic ${Buffer.from(text).toString('base64')}`,
  });

  it.each<[string, Record<string, string>, string?]>([
    ['X-Sentry-Auth', auth('sentry_version=7, sentry_key=abc, sentry_client=x')],
    ['X-Sentry-Auth without spaces', auth('sentry_version=7,sentry_key=abc')],
    ['X-Sentry-Auth with a secret', auth('sentry_secret=s, sentry_key=abc')],
    ['Authorization', { authorization: 'Sentry sentry_key=abc' }],
    ['Authorization in lower case', { authorization: 'sentry sentry_key=abc' }],
    ['the query', {}, '/x?sentry_version=7&sentry_key=abc'],
    ['Basic with a user name alone', basic('abc:')],
    ['Basic with a user name and a password', basic('abc:secret:more')],
    ['Basic without a colon', basic('abc')],
    ['the query rather than Basic, which a proxy asks for', basic('proxy:s'), '/x?sentry_key=abc'],
    ['X-Sentry-Auth rather than Basic', { ...basic('proxy:s'), ...auth('sentry_key=abc') }],
    ['a header rather than the query', auth('sentry_key=abc'), '/x?sentry_key=query'],
  ])('finds the key in %s', (_, headers, url = '/api/1/envelope/') => {
    expect(find(url, headers)).toBe('abc');
  });

  it.each([
    ['a request without headers', '/x', {}],
    ['Basic without a name', '/x', { authorization: 'Basic OmFiYw==' }],
    ['a scheme other than Sentry', '/x', { authorization: 'Bearer sentry_key=abc' }],
    ['parameters of other names', '/x?key=abc', { 'x-sentry-auth': 'Sentry not_sentry_key=abc' }],
  ])('finds no key in %s', (_, url, headers) => {
    expect(find(url, headers)).toBeUndefined();
  });
});
