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

  /** Characters beside the message. */
  const others = JSON.stringify(createEvent({ message: '' })).length;

  // About 42 Ki in all, up to which bytes are made in memory that is kept.
  it.each([0, 43_007, 43_008, 43_009, 100_000])(
    'is whole whatever is encoded after it: %d characters',
    (length) => {
      const messages = ['a', '語'].map((letter) => letter.repeat(Math.max(0, length - others)));
      const events = messages.map((message) => createEvent({ message }));
      const payloads = events.map(encodePayload);
      expect(payloads.map(decodePayload)).toEqual(events);
    },
  );

  it('is read as earlier versions have stored it', () => {
    const event = createEvent({ message: '語'.repeat(1000) });
    const body = deflateRawSync(JSON.stringify(event));
    expect(decodePayload({ encoding: 'json+deflate', body })).toEqual(event);
  });

  it('is refused when nearly all of it is gone, and others are read as ever', () => {
    const event = createEvent();
    const sound = encodePayload(event);
    const body = Buffer.from(sound.body).fill(0, 4);
    expect(() => decodePayload({ ...sound, body })).toThrow('unexpected end of file');
    expect(decodePayload(sound)).toEqual(event);
  });

  it('is refused when its end is missing', () => {
    const { encoding, body } = encodePayload(createEvent());
    expect(() => decodePayload({ encoding, body: body.subarray(0, 100) })).toThrow(
      'unexpected end of file',
    );
  });

  // Of content, and of the checksum, which comes last.
  it.each([100, 1])('is refused when a bit is another: %d bytes from its end', (fromEnd) => {
    const { encoding, body } = encodePayload(createEvent({ message: 'It failed. '.repeat(30) }));
    body[body.length - fromEnd]! ^= 1;
    expect(() => decodePayload({ encoding, body })).toThrow(/corrupt|checksum/);
  });
});
