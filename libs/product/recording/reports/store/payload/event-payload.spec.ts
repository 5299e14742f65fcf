import { describe, expect, it } from '@jest/globals';
import { decodePayload, encodePayload } from './event-payload.ts';

const MESSAGE = '語'.repeat(1000);

describe('an event’s payload', () => {
  it('is decoded as one text from all its pieces', () => {
    const payload = encodePayload(['{"a":', Buffer.from(`"${MESSAGE}"`), '}']);
    expect(payload.body.length).toBeLessThan(1000);
    expect(decodePayload(payload)).toEqual({ json: `{"a":"${MESSAGE}"}` });
  });

  it.each([1, 3000, 30_000])('takes no more memory than its length: %d numbers', (length) => {
    const message = Array.from({ length }, (_, n) => (n * n * 7919) % 100_003).join(' ');
    const { body } = encodePayload([message]);
    expect(body.buffer.byteLength).toBe(body.length);
  });

  it('is refused when its encoding is unknown', () => {
    expect(() => decodePayload({ encoding: 'brotli', body: Buffer.of() })).toThrow(
      'Unknown event encoding "brotli".',
    );
  });

  // 43,008 characters, at 3 bytes each, are the most that fit the scratch buffer, so lengths on
  // both sides are tried.
  it.each([1, 43_007, 43_008, 43_009, 100_000, 130_000])(
    'stays whole when other payloads are encoded after it: %d characters',
    (length) => {
      const texts = ['a', '語'].map((letter) => letter.repeat(length));
      const payloads = texts.map((text) => encodePayload([text.slice(0, 1), text.slice(1)]));
      expect(payloads.map((payload) => decodePayload(payload).json)).toEqual(texts);
    },
  );

  it('is refused when most of it is overwritten, without disturbing others', () => {
    const sound = encodePayload([MESSAGE]);
    const body = Buffer.from(sound.body).fill(0, 4);
    expect(() => decodePayload({ ...sound, body })).toThrow('unexpected end of file');
    expect(decodePayload(sound).json).toBe(MESSAGE);
  });

  it('is refused when its end is missing', () => {
    const { encoding, body } = encodePayload(['It failed.'.repeat(30)]);
    expect(() => decodePayload({ encoding, body: body.subarray(0, -9) })).toThrow(
      'unexpected end of file',
    );
  });

  // The sixth byte from the end belongs to the content, the last byte to the checksum.
  it.each([6, 1])('is refused when a bit is changed: %d bytes from its end', (fromEnd) => {
    const { encoding, body } = encodePayload(['It failed. '.repeat(30)]);
    body[body.length - fromEnd]! ^= 1;
    expect(() => decodePayload({ encoding, body })).toThrow(/corrupt|checksum/);
  });
});
