import { describe, expect, it } from '@jest/globals';
import { CallSignature } from './call-signature.ts';
import { SenderSignature } from './sender-signature.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const SECRET = 'a secret of thirty-two characters';

const signature = new SenderSignature(SECRET);
const header = signature.write('203.0.113.7', NOW_MS);

describe('SenderSignature', () => {
  it('reads an address that it signed, for a minute before and after', () => {
    for (const awayMs of [0, 60_000, -60_000]) {
      expect(signature.read(header, NOW_MS + awayMs)).toBe('203.0.113.7');
    }
    for (const awayMs of [60_001, -60_001]) {
      expect(signature.read(header, NOW_MS + awayMs)).toBeUndefined();
      expect(signature.isStale(header, NOW_MS + awayMs)).toBe(true);
    }
  });

  it('reuses the signature of an address within a second, unless the clock is set back', () => {
    const at = (ms: number): string => signature.write('198.51.100.1', NOW_MS + ms);
    const first = at(0);
    expect(at(999)).toBe(first);
    expect(at(1000)).not.toBe(first);
    expect(at(-1)).toContain(` ${NOW_MS - 1}.`);
    expect(signature.write('198.51.100.2', NOW_MS)).toMatch(/^198\.51\.100\.2 /);
  });

  it('reads no signature that was changed', () => {
    for (const changed of [
      header.replace('203.0.113.7', '203.0.113.8'),
      header.replace(String(NOW_MS), String(NOW_MS + 1)),
      header.replace(
        /\.(?<first>[\w-])(?=[\w-]{42}$)/,
        (_, first) => `.${first === 'a' ? 'b' : 'a'}`,
      ),
      `${header}A`,
      `${header} A`,
    ]) {
      expect(signature.read(changed, NOW_MS)).toBeUndefined();
    }
  });

  it('reads no signature made with another secret, or for a call', () => {
    const other = new SenderSignature('another secret of thirty-two characters');
    expect(other.read(header, NOW_MS)).toBeUndefined();
    const call = new CallSignature(SECRET).sign({ method: '203.0.113.7', target: '' }, NOW_MS);
    expect(signature.read(call.replace('Errata', '203.0.113.7'), NOW_MS)).toBeUndefined();
  });

  it.each(['', ' ', '203.0.113.7', `203.0.113.7 ${NOW_MS}.`, `203.0.113.7, ${header}`])(
    'reads no address from "%s"',
    (text) => {
      expect(signature.read(text, NOW_MS)).toBeUndefined();
    },
  );
});
