import { deflateRawSync } from 'node:zlib';
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

  it.each([0, 100_000])('is whole whatever is encoded after it: %d characters', (length) => {
    const events = ['a', '語'].map((letter) => createEvent({ message: letter.repeat(length) }));
    const payloads = events.map(encodePayload);
    expect(payloads.map(decodePayload)).toEqual(events);
  });

  it('is read as earlier versions have stored it', () => {
    const event = createEvent({ message: '語'.repeat(1000) });
    const body = deflateRawSync(JSON.stringify(event));
    expect(decodePayload({ encoding: 'json+deflate', body })).toEqual(event);
  });

  it('is refused when its end is missing', () => {
    const { encoding, body } = encodePayload(createEvent());
    expect(() => decodePayload({ encoding, body: body.subarray(0, 100) })).toThrow(
      'Src size is incorrect',
    );
  });

  it('is refused when a bit of it is another', () => {
    const { encoding, body } = encodePayload(createEvent());
    // Of the checksum, which comes last.
    body[body.length - 1]! ^= 1;
    expect(() => decodePayload({ encoding, body })).toThrow("data doesn't match checksum");
  });
});
