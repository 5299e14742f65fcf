import { describe, expect, it } from '@jest/globals';
import { loadCommonPasswords, PasswordPolicy } from './password-policy.ts';

describe('PasswordPolicy', () => {
  it.each([
    ['short', 'accounts.password_too_short'],
    ['x'.repeat(257), 'accounts.password_too_long'],
    ['ADA@example.org', 'accounts.password_is_email'],
    ['Password123', 'accounts.password_common'],
    ['correct horse battery staple', undefined],
  ])('judges the password %s: %s', async (password, code) => {
    expect(await new PasswordPolicy().findFault(password, 'ada@example.org')).toBe(code);
  });
});

describe('loadCommonPasswords', () => {
  it('lists common passwords that are long enough, in lower case', async () => {
    const common = [...(await loadCommonPasswords())];
    expect(common.length).toBeGreaterThan(1500);
    expect(common.filter((password) => password.length < 10)).toEqual([]);
    expect(common.filter((password) => password !== password.toLowerCase())).toEqual([]);
  });
});
