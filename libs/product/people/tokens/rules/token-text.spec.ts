import { describe, expect, it } from '@jest/globals';
import {
  formatOrganisationToken,
  formatPersonalToken,
  readBearer,
  tokenBytes,
} from './token-text.ts';

const random = new Uint8Array(tokenBytes).map((_, index) => 255 - index);

describe('an organisation token', () => {
  const token = formatOrganisationToken({
    issuedAtMs: 1_715_473_213_510,
    url: 'https://errata.example',
    org: 'errata',
    random,
  });

  it('has two underscores, its facts between them and 43 characters after them', () => {
    const [prefix, payload, secret, ...more] = token.split('_');
    expect([prefix, more]).toEqual(['sntrys', []]);
    expect(secret).toHaveLength(43);
    expect(payload).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    expect(JSON.parse(atob(payload!))).toEqual({
      iat: 1_715_473_213.51,
      url: 'https://errata.example',
      region_url: 'https://errata.example',
      org: 'errata',
    });
  });
});

it('a personal token has 64 hexadecimal digits', () => {
  expect(formatPersonalToken(random)).toMatch(/^sntryu_fffe[0-9a-f]{60}$/);
});

describe('readBearer', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer  abc ', 'abc'],
    ['Basic abc', undefined],
    ['Bearer', undefined],
    ['Bearer a b', undefined],
    [`Bearer ${'x'.repeat(2049)}`, undefined],
    [undefined, undefined],
  ])('reads the header %j as the token %j', (header, token) => {
    expect(readBearer(header)).toBe(token);
  });
});
