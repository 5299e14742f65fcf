import { describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { createRandom } from '../../../../test/support/random.ts';
import type { EnvelopeHeader, ItemType } from '#shared';
import { ItemTypes } from '../outcomes/item-types.ts';
import type { EnvelopeRefusal } from './envelope.ts';
import { type EnvelopeListener, EnvelopeReader } from './envelope-reader.ts';

const types = new ItemTypes<ItemType>([
  { session: { kind: 'session' }, log: { kind: 'log_item', maxBytes: 8_388_608 } },
]);

interface ReadEnvelope {
  readonly header: EnvelopeHeader | undefined;
  /**
   * Adjacent pieces of the same kind are joined, so that the result does not depend on the sizes of
   * the chunks.
   */
  readonly parts: readonly string[];
  readonly refusal: EnvelopeRefusal | undefined;
}

const ignoring: EnvelopeListener = {
  header: () => true,
  item: () => undefined,
  payload: () => undefined,
  gap: () => undefined,
};

function read(sent: string | Buffer, nextSize: () => number = () => Infinity): ReadEnvelope {
  const bytes = Buffer.from(sent as string);
  const parts: string[] = [];
  let header: EnvelopeHeader | undefined;
  let latest = '';
  const tell = (what: string, of: Buffer): void => {
    if (latest === what && what !== 'item') parts[parts.length - 1] += of.toString('latin1');
    else parts.push(`${what} ${of.toString('latin1')}`);
    latest = what;
  };
  const reader = new EnvelopeReader(types, {
    header: (found, line) => {
      header = found;
      tell('header', line);
      return true;
    },
    item: (_, line) => tell('item', line),
    payload: (piece) => tell('payload', piece),
    gap: (blank) => tell('gap', blank),
  });
  for (let offset = 0; offset < bytes.length;) {
    const end = offset + nextSize();
    const refusal = reader.push(bytes.subarray(offset, end));
    if (refusal) return { header, parts, refusal };
    offset = end;
  }
  const refusal = reader.finish();
  return { header, parts, refusal };
}

/** Reads an envelope at once, and expects that chunks of any size are read alike. */
function readAlike(text: string): ReadEnvelope {
  const whole = read(text);
  for (const size of [1, 2, 3, 7, 30]) expect(read(text, () => size)).toEqual(whole);
  return whole;
}

function listItems({ parts }: ReadEnvelope): string[] {
  const items: string[] = [];
  for (const part of parts) {
    if (part.startsWith('item ')) items.push(`${JSON.parse(part.slice(5)).type} `);
    if (part.startsWith('payload ')) items.push(items.pop() + part.slice(8));
  }
  return items;
}

const MB = 1024 * 1024;
const EVENT = '{"type":"event","length":3}\n1\n2\n';
const longText = (bytes: number): string => 'x'.repeat(bytes);
const manyItems = (count: number): string => `{}\n${'{"type":"a"}\nx\n'.repeat(count)}`;

describe('EnvelopeReader', () => {
  it('reports header, items, payloads and gaps of an envelope, without leaving out a byte', () => {
    const text = `{}\n\n${EVENT}{"type":"a"}\nx\r\n{"type":"attachment","length":2}\r\n\n\n\r\n`;
    const { parts, refusal } = read(text);
    expect(refusal).toBeUndefined();
    expect(parts).toEqual([
      'header {}\n',
      'gap \n',
      'item {"type":"event","length":3}\n',
      'payload 1\n2',
      'gap \n',
      'item {"type":"a"}\n',
      'payload x\r',
      'gap \n',
      'item {"type":"attachment","length":2}\r\n',
      'payload \n\n',
      'gap \r\n',
    ]);
  });

  it.each([
    ['a header only', '{}', []],
    ['a header and its newline', '{}\n', []],
    ['events', `{}\n${EVENT}${EVENT}`, ['event 1\n2', 'event 1\n2']],
    ['an item without length', '{}\n{"type":"event"}\n{"a":1}\n', ['event {"a":1}']],
    ['no final newline', '{}\n{"type":"event"}\n{"a":1}', ['event {"a":1}']],
    ['a length that ends the body', '{}\n{"type":"a","length":3}\n1\n2', ['a 1\n2']],
    ['an end within a newline', '{}\n{"type":"a","length":1}\nx\r', ['a x']],
    ['a length of null', '{}\n{"type":"a","length":null}\nxy\n', ['a xy']],
    ['a zero-length item', '{}\n{"type":"a","length":0}\n\n{"type":"b"}\nx', ['a ', 'b x']],
    ['a zero-length item at the end', '{}\n{"type":"a","length":0}', ['a ']],
    ['an item header alone', '{}\n{"type":"a"}', ['a ']],
    ['an empty payload without length', '{}\n{"type":"a"}\n\n{"type":"b"}\nx', ['a ', 'b x']],
    [
      'blank lines and CRLF',
      `{}\r\n\r\n{"type":"a","length":1}\r\nx\r\n${EVENT}`,
      ['a x', 'event 1\n2'],
    ],
    ['blank lines at the end', '{}\n{"type":"a"}\nx\n\n\n', ['a x']],
  ])('reads %s, in chunks of any size', (_, text, items) => {
    const envelope = readAlike(text);
    expect(envelope.refusal).toBeUndefined();
    expect(listItems(envelope)).toEqual(items);
  });

  it('keeps the bytes of a payload as they are, and gives views of them, not copies', () => {
    const payload = Buffer.from([0, 10, 255, 13, 10, 128]);
    const bytes = Buffer.concat([
      Buffer.from('{}\n{"type":"a","length":6}\n'),
      payload,
      Buffer.from(`\n${EVENT}`),
    ]);
    expect(read(bytes).parts).toContain(`payload ${payload.toString('latin1')}`);
    const buffers = new Set<ArrayBufferLike>();
    const note = (view: Buffer) => void buffers.add(view.buffer);
    const reader = new EnvelopeReader(types, {
      header: (_, line) => {
        note(line);
        return true;
      },
      item: (_, line) => note(line),
      payload: note,
      gap: note,
    });
    reader.push(bytes);
    expect(buffers).toEqual(new Set([bytes.buffer]));
  });

  it('stops reading when the receiver refuses the header', () => {
    const items: string[] = [];
    const item = ({ type }: { type: string }) => void items.push(type);
    const reader = new EnvelopeReader(types, { ...ignoring, header: () => false, item });
    expect(reader.push(Buffer.from('{}\n{"type":"a"}\nx\nnonsense'))).toBeUndefined();
    expect(reader.finish()).toBeUndefined();
    expect(items).toEqual([]);
  });

  it('reads id, DSN, trace and SDK out of the header', () => {
    const traceId = '12345678901234567890123456789012';
    const sdk = { name: 'sentry.php', version: '4.0' };
    const header = {
      event_id: '9EC79C33-EC99-42AB-8353-589FCB2E04DC',
      dsn: 'https://key@example.com/3',
      trace: { trace_id: traceId, sample_rate: '0.5' },
      sdk,
      sent_at: null,
    };
    expect(read(JSON.stringify(header)).header).toEqual({
      eventId: '9ec79c33ec9942ab8353589fcb2e04dc',
      dsn: { origin: 'https://example.com', publicKey: 'key', projectId: 3 },
      traceId,
      sampleRate: '0.5',
      sdk,
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
    ['an item header that is no JSON', `{}\nhello\n${EVENT}`],
    ['an item without type', '{}\n{"length":1}\nx'],
    ['an item type that is no text', '{}\n{"type":1}\nx'],
    ['a length beyond the end', '{}\n{"type":"attachment","length":9}\nxyz'],
    ['a length within a line', `{}\n{"type":"a","length":2}\nxyz\n${EVENT}`],
    ['a length before half a newline', `{}\n{"type":"attachment","length":1}\nx\ry\n${EVENT}`],
    ['a negative length', `{}\n{"type":"event","length":-1}\nx\n${EVENT}`],
    ['a length that is no whole number', '{}\n{"type":"event","length":1.5}\nxx'],
    ['a length that is text', '{}\n{"type":"event","length":"1"}\nx'],
    ['a header that is nested too deep', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`],
  ])('refuses %s as malformed, in chunks of any size', (_, text) => {
    expect(readAlike(text).refusal?.code).toBe('envelope.malformed');
  });

  it('names the item that is wrong', () => {
    const detail = 'Item 2 has no type.';
    expect(read('{}\n{"type":"a"}\nx\n{"length":0}\n').refusal).toMatchObject({ detail });
  });

  it.each([
    ['an attachment', `{}\n{"type":"attachment","length":${reportLimits.attachmentBytes + 1}}\n`],
    ...Object.entries({
      raw_security: MB,
      event: 8 * MB,
      session: MB,
      log: 8 * MB,
    }).map(([type, most]) => [`an item ${type}`, `{}\n{"type":"${type}","length":${most + 1}}\n`]),
    ['a header line without an end', `{}\n{"type":"${longText(reportLimits.headerLineBytes)}`],
    ['a first line without an end', longText(reportLimits.headerLineBytes + 1)],
    ['a header line', `{"a":"${longText(reportLimits.headerLineBytes)}"}\n`],
    ['an event without a length', `{}\n{"type":"event"}\n${longText(reportLimits.eventBytes + 1)}`],
    ['the number of items', manyItems(reportLimits.items + 1)],
    [
      'the sum of all but attachments',
      `{}\n{"type":"a"}\n${longText(reportLimits.decodedBytesWithoutAttachments + 1)}`,
    ],
  ])('refuses %s over its limit before the rest arrives', (_, text) => {
    expect(new EnvelopeReader(types, ignoring).push(Buffer.from(text))?.code).toBe(
      'report.too_large',
    );
  });

  it('refuses an attachment without a length once it exceeds its limit', () => {
    const reader = new EnvelopeReader(types, ignoring);
    reader.push(Buffer.from('{}\n{"type":"attachment"}\n'));
    expect(reader.push(Buffer.alloc(reportLimits.attachmentBytes))).toBeUndefined();
    expect(reader.push(Buffer.alloc(1))?.code).toBe('report.too_large');
  });

  it.each([
    ['the depth of a header', `{"a":${'['.repeat(63)}${']'.repeat(63)}}`],
    ['an event', `{}\n{"type":"event"}\n${longText(reportLimits.eventBytes)}`],
    ['the number of items', manyItems(reportLimits.items)],
    ['an attachment', `{}\n{"type":"attachment"}\n${longText(13 * MB)}`],
  ])('accepts an envelope at the limit of %s', (_, text) => {
    expect(read(text).refusal).toBeUndefined();
  });

  it('reads too many items alike in chunks of any size', () => {
    expect(readAlike(manyItems(reportLimits.items + 1)).refusal?.code).toBe('report.too_large');
  });

  it('reads random envelopes alike, however they are cut into chunks', () => {
    const random = createRandom(20_260_105);
    const ends = ['\n', '\r\n', '\r'];
    const pieces = ['{"type":"a"}\n', EVENT, ...ends, 'x', '{}', '{"type":"event"}\n', '{'];
    const choose = (): string => pieces[Math.floor(random() * pieces.length)]!;
    for (let round = 0; round < 2000; round += 1) {
      const count = Math.floor(random() * 8);
      const text = `{}\n${Array.from({ length: count }, choose).join('')}`;
      const chopped = read(text, () => 1 + Math.floor(random() * 9));
      expect([text, chopped]).toEqual([text, read(text)]);
    }
  });
});
