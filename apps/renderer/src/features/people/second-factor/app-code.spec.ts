import { describe, expect, it } from '@jest/globals';
import { createAppSecret, describeApp, findStep } from './app-code.ts';

/** Base 32 of `12345678901234567890`, the secret in RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of authenticator apps', () => {
  // The RFC lists codes of eight digits. The codes here are the last six digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('match RFC 6238 at %s s', (seconds, code) => {
    expect(findStep(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('are valid in the period before and after, and identify their period', () => {
    expect(findStep(SECRET, '287082', 89_000)).toBe(1);
    expect(findStep(SECRET, '287082', 29_000)).toBe(1);
    expect(findStep(SECRET, '287082', 90_000)).toBeUndefined();
    expect(findStep(SECRET, '287082', 359_000)).toBeUndefined();
  });

  it.each(['287 082', ' 287082 '])('are accepted when typed as "%s"', (code) => {
    expect(findStep(SECRET, code, 59_000)).toBe(1);
  });

  it.each(['', '28708', '2870820', 'abcdef', '２８７０８２'])(
    'are refused when typed as "%s"',
    (code) => {
      expect(findStep(SECRET, code, 59_000)).toBeUndefined();
    },
  );
});

it('createAppSecret makes a secret of 160 bits, another one each time', () => {
  expect(createAppSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(createAppSecret()).not.toBe(createAppSecret());
});

it('describeApp describes the account to an authenticator app by a key URI', () => {
  const uri = new URL(describeApp(SECRET, { email: 'ada@example.org', host: 'errata.example' }));
  expect(uri.protocol + uri.host).toBe('otpauth:totp');
  expect(decodeURIComponent(uri.pathname)).toBe('/Errata errata.example:ada@example.org');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: SECRET,
    issuer: 'Errata errata.example',
    period: '30',
    digits: '6',
    algorithm: 'SHA1',
  });
});
