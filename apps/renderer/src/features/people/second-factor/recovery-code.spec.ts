import { describe, expect, it } from '@jest/globals';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-code.ts';

describe('recovery codes', () => {
  it('are ten different codes', () => {
    const codes = createRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  });

  it('have the same hash however they are typed', () => {
    const hash = hashRecoveryCode('k7dm-2npq-x4hr-9tvb');
    expect(hash).toMatch(/^[\da-f]{64}$/);
    expect(hashRecoveryCode(' K7DM 2NPQ X4HR 9TVB')).toBe(hash);
    expect(hashRecoveryCode('k7dm2npqx4hr9tvb')).toBe(hash);
  });

  it.each(['', '123456', 'k7dm-2npq-x4hr', 'k7dm-2npq-x4hr-9tv!'])(
    'are refused when typed as "%s"',
    (code) => {
      expect(hashRecoveryCode(code)).toBeUndefined();
    },
  );
});
