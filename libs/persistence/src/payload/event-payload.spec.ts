import { describe, expect, it } from '@jest/globals';
import { createEvent } from '../testing/index.ts';
import { decodePayload, encodePayload } from './event-payload.ts';

describe('an event’s payload', () => {
  it('gives the event back', () => {
    const event = createEvent({ message: '語'.repeat(1000) });
    const payload = encodePayload(event);
    expect(payload.body.length).toBeLessThan(1000);
    expect(decodePayload(payload)).toEqual(event);
  });

  it.each([1, 3000, 30_000])('holds no more memory than it takes: %d numbers', (length) => {
    const message = Array.from({ length }, (_, n) => (n * n * 7919) % 100_003).join(' ');
    const { body } = encodePayload(createEvent({ message }));
    expect(body.buffer.byteLength).toBe(body.length);
  });

  it('is refused when its encoding is unknown', () => {
    expect(() => decodePayload({ encoding: 'brotli', body: Buffer.of() })).toThrow(
      'Unknown event encoding "brotli".',
    );
  });

  it('is refused when it is damaged', () => {
    const { encoding, body } = encodePayload(createEvent());
    expect(() => decodePayload({ encoding, body: body.subarray(0, 100) })).toThrow(
      'unexpected end of file',
    );
  });
});
