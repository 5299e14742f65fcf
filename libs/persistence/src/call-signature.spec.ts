import { describe, expect, it } from '@jest/globals';
import { CallSignature } from './call-signature.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const CALL = { method: 'POST', target: '/internal/failed-reports/retry?report=a:1' };

const signature = new CallSignature('a secret of thirty-two characters');
const header = signature.sign(CALL, NOW_MS);

describe('CallSignature', () => {
  it('accepts a call for a minute before and after the time of its signature', () => {
    for (const awayMs of [0, 60_000, -60_000]) {
      expect(signature.check(header, CALL, NOW_MS + awayMs)).toBe('signed');
    }
    for (const awayMs of [60_001, -60_001]) {
      expect(signature.check(header, CALL, NOW_MS + awayMs)).toBe('stale');
    }
  });

  it('rejects the signature of one call for another call', () => {
    expect(signature.check(header, { ...CALL, method: 'GET' }, NOW_MS)).toBe('unsigned');
    expect(signature.check(header, { ...CALL, target: `${CALL.target}0` }, NOW_MS)).toBe(
      'unsigned',
    );
    const later = header.replace(String(NOW_MS), String(NOW_MS + 1));
    expect(signature.check(later, CALL, NOW_MS)).toBe('unsigned');
  });

  it('rejects a signature made with another secret', () => {
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
  ])('rejects the header %s as unsigned', (text) => {
    expect(signature.check(text, CALL, NOW_MS)).toBe('unsigned');
  });
});
