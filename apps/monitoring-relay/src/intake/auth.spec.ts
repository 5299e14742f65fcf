import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { findKey } from './auth.ts';

function find(url: string, headers: Record<string, string> = {}): string | undefined {
  return findKey({ url, headers } as unknown as IncomingMessage);
}

describe('findKey', () => {
  it.each([
    [
      'X-Sentry-Auth',
      { 'x-sentry-auth': 'Sentry sentry_version=7, sentry_key=abc, sentry_client=x' },
    ],
    ['X-Sentry-Auth without spaces', { 'x-sentry-auth': 'Sentry sentry_version=7,sentry_key=abc' }],
    ['X-Sentry-Auth with a secret', { 'x-sentry-auth': 'Sentry sentry_secret=s, sentry_key=abc' }],
    ['Authorization', { authorization: 'Sentry sentry_key=abc' }],
    ['Authorization in lower case', { authorization: 'sentry sentry_key=abc' }],
  ])('finds the key in %s', (_, headers) => {
    expect(find('/api/1/envelope/', headers)).toBe('abc');
  });

  it('finds the key in the query', () => {
    expect(find('/api/1/envelope/?sentry_version=7&sentry_key=abc')).toBe('abc');
  });

  it.each([
    ['a user name alone', 'abc:'],
    ['a user name and a password', 'abc:secret:more'],
    ['no colon', 'abc'],
  ])('finds the key in Basic with %s', (_, credentials) => {
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    expect(find('/api/1/envelope/', { authorization })).toBe('abc');
  });

  it('prefers the key of the query or of X-Sentry-Auth to Basic, which a proxy may ask for', () => {
    const authorization = `Basic ${Buffer.from('proxy:secret').toString('base64')}`;
    expect(find('/x?sentry_key=abc', { authorization })).toBe('abc');
    expect(find('/x', { authorization, 'x-sentry-auth': 'Sentry sentry_key=abc' })).toBe('abc');
  });

  it('prefers the key of a header to that of the query', () => {
    expect(find('/x?sentry_key=query', { 'x-sentry-auth': 'Sentry sentry_key=header' })).toBe(
      'header',
    );
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
