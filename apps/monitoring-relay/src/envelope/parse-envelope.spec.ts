import { describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { parseEnvelope } from './parse-envelope.ts';

const ID = '9ec79c33ec9942ab8353589fcb2e04dc';

function parse(text: string | Buffer) {
  return parseEnvelope(Buffer.from(text as string));
}

function read(text: string | Buffer) {
  const parsed = parse(text);
  if (!parsed.ok) throw new Error(parsed.detail);
  const { header, items } = parsed.envelope;
  return { header, items: items.map(({ type, payload }) => [type, payload.toString()]) };
}

describe('parseEnvelope', () => {
  it.each([
    ['a header only', '{}', []],
    ['a header and its newline', '{}\n', []],
    ['an item without length', '{}\n{"type":"event"}\n{"a":1}\n', [['event', '{"a":1}']]],
    ['no final newline', '{}\n{"type":"event"}\n{"a":1}', [['event', '{"a":1}']]],
    ['a length', '{}\n{"type":"a","length":3}\n1\n2\n', [['a', '1\n2']]],
    ['a length that ends the body', '{}\n{"type":"a","length":3}\n1\n2', [['a', '1\n2']]],
    ['a length of null', '{}\n{"type":"a","length":null}\nxy\n', [['a', 'xy']]],
    [
      'a zero-length item',
      '{}\n{"type":"a","length":0}\n\n{"type":"b"}\nx',
      [
        ['a', ''],
        ['b', 'x'],
      ],
    ],
    ['a zero-length item at the end', '{}\n{"type":"a","length":0}', [['a', '']]],
    ['an item header alone', '{}\n{"type":"a"}', [['a', '']]],
    [
      'an empty payload without length',
      '{}\n{"type":"a"}\n\n{"type":"b"}\nx',
      [
        ['a', ''],
        ['b', 'x'],
      ],
    ],
    [
      'CRLF',
      '{}\r\n{"type":"a","length":1}\r\nx\r\n{"type":"b","length":1}\r\ny\r\n',
      [
        ['a', 'x'],
        ['b', 'y'],
      ],
    ],
    ['blank lines at the end', '{}\n{"type":"a"}\nx\n\n\n', [['a', 'x']]],
  ])('reads %s', (_, text, items) => {
    expect(read(text).items).toEqual(items);
  });

  it('keeps the bytes of a payload as they are', () => {
    const payload = Buffer.from([0, 10, 255, 13, 10, 128]);
    const body = Buffer.concat([Buffer.from('{}\n{"type":"a","length":6}\n'), payload]);
    const parsed = parse(body);
    expect(parsed.ok && parsed.envelope.items[0]?.payload.equals(payload)).toBe(true);
  });

  it('reads id, DSN, trace and SDK out of the header', () => {
    const header = {
      event_id: '9EC79C33-EC99-42AB-8353-589FCB2E04DC',
      dsn: 'https://key@example.com/3',
      trace: { trace_id: '12345678901234567890123456789012', sample_rate: '0.5' },
      sdk: { name: 'sentry.php', version: '4.0' },
      sent_at: null,
    };
    expect(read(JSON.stringify(header)).header).toEqual({
      eventId: ID,
      dsn: { origin: 'https://example.com', publicKey: 'key', projectId: 3 },
      traceId: '12345678901234567890123456789012',
      sampleRate: '0.5',
      sdk: { name: 'sentry.php', version: '4.0' },
    });
  });

  it('takes header fields of a wrong type as absent', () => {
    expect(read('{"event_id":7,"dsn":["x"],"trace":"t","sdk":{"name":1}}').header).toEqual({});
  });

  it.each([
    ['nothing', ''],
    ['a header that is no JSON', 'hello\n'],
    ['a header that is an array', '[]\n'],
    ['a header that is null', 'null\n'],
    ['a header that is cut', '{"event_id":"x'],
    ['an item header that is no JSON', '{}\nhello\nx'],
    ['an item without type', '{}\n{"length":1}\nx'],
    ['an item type that is no text', '{}\n{"type":1}\nx'],
    ['a length beyond the end', '{}\n{"type":"event","length":9}\nx'],
    ['a length within a line', '{}\n{"type":"event","length":1}\nxy\n'],
    ['a negative length', '{}\n{"type":"event","length":-1}\nx'],
    ['a length that is no whole number', '{}\n{"type":"event","length":1.5}\nxx'],
    ['a length that is text', '{}\n{"type":"event","length":"1"}\nx'],
    ['a header that is nested too deep', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`],
  ])('refuses %s as malformed', (_, text) => {
    expect(parse(text)).toMatchObject({ ok: false, code: 'envelope.malformed' });
  });

  it('accepts a header at the limit of depth', () => {
    expect(parse(`{"a":${'['.repeat(63)}${']'.repeat(63)}}`).ok).toBe(true);
  });

  const longText = (bytes: number): string => 'x'.repeat(bytes);
  const manyItems = (count: number): string => `{}\n${'{"type":"a"}\nx\n'.repeat(count)}`;

  it.each([
    ['a header line', `{"a":"${longText(reportLimits.headerLineBytes)}"}`],
    ['an item header line', `{}\n{"type":"${longText(reportLimits.headerLineBytes)}"}\nx`],
    ...['event', 'raw_security', 'feedback', 'user_report', 'client_report'].map((type) => [
      `a ${type}`,
      `{}\n{"type":"${type}"}\n${longText(reportLimits.eventBytes + 1)}`,
    ]),
    ['the number of items', manyItems(reportLimits.items + 1)],
    [
      'all but attachments together',
      `{}\n{"type":"a"}\n${longText(reportLimits.decodedBytesWithoutAttachments + 1)}`,
    ],
  ])('refuses an envelope as too large that exceeds the limit of %s', (_, text) => {
    expect(parse(text)).toMatchObject({ ok: false, code: 'report.too_large' });
  });

  it.each([
    ['an event', `{}\n{"type":"event"}\n${longText(reportLimits.eventBytes)}`],
    ['the number of items', manyItems(reportLimits.items)],
    ['an attachment', `{}\n{"type":"attachment"}\n${longText(13 * 1024 * 1024)}`],
  ])('accepts an envelope at the limit of %s', (_, text) => {
    expect(parse(text).ok).toBe(true);
  });

  it('names the item that is wrong', () => {
    expect(parse('{}\n{"type":"a"}\nx\n{"length":0}\n')).toMatchObject({
      detail: 'Item 2 has no type.',
    });
  });
});
