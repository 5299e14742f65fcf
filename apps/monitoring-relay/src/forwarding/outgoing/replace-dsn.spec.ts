import { describe, expect, it } from '@jest/globals';
import { replaceDsn } from './replace-dsn.ts';

const DSN = 'https://new@upstream.example/5';
const replace = (line: string): string => String(replaceDsn(Buffer.from(line), DSN));

describe('replaceDsn', () => {
  it('replaces the DSN alone, and keeps every other byte', () => {
    const line = (dsn: string) =>
      `{ "event_id":"a", "dsn" :\t${dsn}, "n": 1.0e0, "é": "\\u00e9ü", "o": {"dsn": "x", "a": ["dsn", "y"]}} \r\n`;
    expect(replace(line('"https://old@here/1"'))).toBe(line(`"${DSN}"`));
  });

  it('leaves a header without a DSN as it is', () => {
    const line =
      '{"event_id":"dsn","trace":{"dsn":"x"},"list":[{"dsn":"x"}],"a":"{\\"dsn\\":\\"b\\"}"}\n';
    expect(replace(line)).toBe(line);
  });

  it('replaces the DSN at any position, in any spelling, and as often as it occurs', () => {
    const line = (one: string, other: string) => `{"\\u0064sn":"${one}","b":[],"dsn":"${other}"}`;
    expect(replace(line('a', '\\"b'))).toBe(line(DSN, DSN));
  });

  it('leaves a `dsn` that is no text, which nobody took for a DSN', () => {
    expect(replace('{"dsn":null,"b":"dsn"}')).toBe('{"dsn":null,"b":"dsn"}');
    expect(replace('{"dsn":{"a":"b"}}')).toBe('{"dsn":{"a":"b"}}');
  });

  it.each([
    ['2026-01-05T12:00:00.5Z', 1_200_000, '2026-01-05T12:20:00.500Z'],
    ['2026-01-05T12:00:00+01:00', 1_200_000, '2026-01-05T11:20:00.000Z'],
    ['2026-01-05T12:00:00.5Z', 4999, '2026-01-05T12:00:00.5Z'],
    ['2026-01-05T12:00:00.5Z', -1_200_000, '2026-01-05T12:00:00.5Z'],
    ['soon', 1_200_000, 'soon'],
    ['2026-99-05T12:00:00Z', 1_200_000, '2026-99-05T12:00:00Z'],
  ])('moves the time of sending %s by a long wait of %i ms to %s', (sentAt, waitedMs, at) => {
    const line = (time: string) =>
      Buffer.from(`{"o":{"sent_at":"${sentAt}"},"sent_at":"${time}"}\n`);
    expect(String(replaceDsn(line(sentAt), DSN, waitedMs))).toBe(String(line(at)));
  });

  it('keeps bytes that are no text in any encoding', () => {
    const line = Buffer.from('{"a":"\xff\xc3"}', 'latin1');
    expect(replaceDsn(line, DSN).equals(line)).toBe(true);
  });
});
