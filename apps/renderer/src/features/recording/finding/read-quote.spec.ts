import { describe, expect, it } from '@jest/globals';
import { readQuote } from './read-quote.ts';

const ID = '0123456789abcdef0123456789abcdef';

describe('readQuote', () => {
  it.each([
    ['WEB-42', { shortId: { slug: 'web', number: 42 } }],
    [' web-shop-7 ', { text: 'web-shop-7', shortId: { slug: 'web-shop', number: 7 } }],
    ['#WEB-1', { shortId: { slug: 'web', number: 1 } }],
    ['3512899471', { eventId: '3512899471' }],
    ['351289', {}],
    [ID, { eventId: ID, traceId: ID }],
    [ID.toUpperCase(), { eventId: ID, traceId: ID }],
    ['01234567-89ab-cdef-0123-456789abcdef', { eventId: ID, traceId: ID }],
    ['01234567-89AB', { eventId: '0123456789ab' }],
    ['01234567-8901', { eventId: '012345678901', shortId: { slug: '01234567', number: 8901 } }],
    [`00-${ID}-0123456789abcdef-01`, { traceId: ID }],
    [`${ID}-0123456789abcdef`, { traceId: ID }],
    [`${ID}0`, {}],
    ['req_8f3a', {}],
    ['TypeError', {}],
    ['https://errata.example/issues/12', { address: '/issues/12' }],
    [
      `http://10.0.0.1:3000/console/issues/12/?event=${ID}#tags`,
      { address: `/issues/12?event=${ID}` },
    ],
    ['/issues/12?event=no&status=all', { address: '/issues/12' }],
    [
      'https://errata.example/organizations/errata/issues/WEB-4/?project=1',
      { shortId: { slug: 'web', number: 4 } },
    ],
    ['/issues/web-4', { shortId: { slug: 'web', number: 4 } }],
    ['https://errata.example/settings', {}],
    ['//evil.example/issues/3', { address: '/issues/3' }],
    ['https://[', {}],
  ])('reads the typed text %j', (typed, quote) => {
    expect(readQuote(typed)).toEqual({ text: typed.trim(), ...quote });
  });

  it.each(['', ' \t', 'a'.repeat(501)])('returns nothing for the typed text %j', (typed) => {
    expect(readQuote(typed)).toBeUndefined();
  });
});
