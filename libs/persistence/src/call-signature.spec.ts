import { describe, expect, it } from '@jest/globals';
import { CallSignature } from './call-signature.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const CALL = { method: 'POST', target: '/internal/failed-reports/retry?report=a:1' };

const signature = new CallSignature('a secret of thirty-two characters');
const header = signature.sign(CALL, NOW_MS);

describe('CallSignature', () => {
  it('knows the calls that it signed, for a minute either way', () => {
    for (const awayMs of [0, 60_000, -60_000]) {
      expect(signature.check(header, CALL, NOW_MS + awayMs)).toBe('signed');
    }
    for (const awayMs of [60_001, -60_001]) {
      expect(signature.check(header, CALL, NOW_MS + awayMs)).toBe('stale');
    }
  });

  it('knows no other call by it', () => {
    expect(signature.check(header, { ...CALL, method: 'GET' }, NOW_MS)).toBe('unsigned');
    expect(signature.check(header, { ...CALL, target: `${CALL.target}0` }, NOW_MS)).toBe(
      'unsigned',
    );
    const later = header.replace(String(NOW_MS), String(NOW_MS + 1));
    expect(signature.check(later, CALL, NOW_MS)).toBe('unsigned');
  });

  it('knows nothing that another secret signed', () => {
    const other = new CallSignature('another secret of thirty-two characters');
    expect(other.check(header, CALL, NOW_MS)).toBe('unsigned');
  });

  it.each([
    undefined,
    '',
    'Errata',
    'Bearer abc',
    `Errata ${NOW_MS}.`,
    `Errata x.${'a'.repeat(43)}`,
  ])('takes %s for no signature', (text) => {
    expect(signature.check(text, CALL, NOW_MS)).toBe('unsigned');
  });
});
