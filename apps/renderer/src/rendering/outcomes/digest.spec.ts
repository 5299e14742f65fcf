import { describe, expect, it } from '@jest/globals';
import { toDigest } from './digest.ts';

describe('toDigest', () => {
  it('returns a decimal number of at most 32 bits', () => {
    expect(toDigest(new Error('boom'))).toMatch(/^\d{1,10}$/);
  });

  it('returns the same digest for the same message and stack', () => {
    const error = new Error('boom');
    const twin = Object.assign(new Error('boom'), { stack: error.stack });
    expect(toDigest(twin)).toBe(toDigest(error));
  });

  it('returns another digest when the message or the stack differs', () => {
    const error = new Error('boom');
    const elsewhere = Object.assign(new Error('boom'), { stack: 'Error: boom\n    at elsewhere' });
    expect(toDigest(elsewhere)).not.toBe(toDigest(error));
    expect(toDigest(new Error('other'))).not.toBe(toDigest(error));
  });

  it('returns a digest for thrown values that are no errors', () => {
    expect(toDigest('a text')).toMatch(/^\d+$/);
    expect(toDigest(undefined)).toMatch(/^\d+$/);
  });
});
