import { describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { createRandom } from '../../../../test/support/random.ts';
import { EnvelopeReader } from './envelope-reader.ts';

interface ReadEnvelope {
  /**
   * Adjacent pieces of the same kind are joined, so that the result does not depend on the sizes of
   * the chunks.
   */
  readonly parts: readonly string[];
  readonly refusal: string | undefined;
}

function read(bytes: Buffer, nextSize: () => number): ReadEnvelope {
  const parts: string[] = [];
  let latest = '';
  const tell = (what: string, of: Buffer): void => {
    if (latest === what && what !== 'item') parts[parts.length - 1] += of.toString('latin1');
    else parts.push(`${what} ${of.toString('latin1')}`);
    latest = what;
  };
  const reader = new EnvelopeReader({
    header: (_, line) => {
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
    if (refusal) return { parts, refusal: refusal.code };
    offset = end;
  }
  return { parts, refusal: reader.finish()?.code };
}

const atOnce = (bytes: Buffer | string) => read(Buffer.from(bytes as string), () => Infinity);

const EVENT = '{"type":"event","length":3}\n1\n2\n';

describe('EnvelopeReader', () => {
  it('reports header, items, payloads and gaps of an envelope, without leaving out a byte', () => {
    const text = `{}\n\n${EVENT}{"type":"a"}\nx\r\n{"type":"attachment","length":2}\r\n\n\n\r\n`;
    const { parts, refusal } = atOnce(text);
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

  it('gives views of the bytes, not copies', () => {
    const bytes = Buffer.from(`{}\n${EVENT}`);
    const buffers = new Set<ArrayBufferLike>();
    const note = (view: Buffer) => void buffers.add(view.buffer);
    const reader = new EnvelopeReader({
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
    const reader = new EnvelopeReader({
      header: () => false,
      item: ({ type }) => void items.push(type),
      payload: () => undefined,
      gap: () => undefined,
    });
    expect(reader.push(Buffer.from('{}\n{"type":"a"}\nx\nnonsense'))).toBeUndefined();
    expect(reader.finish()).toBeUndefined();
    expect(items).toEqual([]);
  });

  it.each([
    ['a stated length', `{}\n{"type":"attachment","length":${reportLimits.attachmentBytes + 1}}\n`],
    ['a header line without an end', `{}\n{"type":"${'x'.repeat(reportLimits.headerLineBytes)}`],
    ['a first line without an end', 'x'.repeat(reportLimits.headerLineBytes + 1)],
  ])('refuses %s over its limit before the rest arrives', (_, text) => {
    expect(new EnvelopeReader(ignoring).push(Buffer.from(text))?.code).toBe('report.too_large');
  });

  it('refuses an attachment without a length once it exceeds its limit', () => {
    const reader = new EnvelopeReader(ignoring);
    reader.push(Buffer.from('{}\n{"type":"attachment"}\n'));
    expect(reader.push(Buffer.alloc(reportLimits.attachmentBytes))).toBeUndefined();
    expect(reader.push(Buffer.alloc(1))?.code).toBe('report.too_large');
  });

  it.each([
    ['a header alone', '{}'],
    ['an empty body', ''],
    ['events', `{}\n${EVENT}${EVENT}`],
    ['blank lines and CRLF', `{}\r\n\r\n{"type":"event","length":1}\r\nx\r\n`],
    ['zero-length items', '{}\n{"type":"a","length":0}\n\n{"type":"b","length":0}'],
    ['an item without length or newline', '{}\n{"type":"event"}\n{"a":1}'],
    ['a header of an item at the end', '{}\n{"type":"event"}'],
    ['an end within a newline', '{}\n{"type":"attachment","length":1}\nx\r'],
    ['half a newline', `{}\n{"type":"attachment","length":1}\nx\ry\n${EVENT}`],
    ['a payload that is cut', '{}\n{"type":"attachment","length":9}\nxyz'],
    ['a payload that ends within a line', `{}\n{"type":"a","length":2}\nxyz\n${EVENT}`],
    ['a header that is no JSON', `{}\nhello\n${EVENT}`],
    ['an invalid length', `{}\n{"type":"a","length":-1}\nx\n${EVENT}`],
    ['too many items', `{}\n${'{"type":"a"}\nx\n'.repeat(reportLimits.items + 1)}`],
  ])('reads %s alike, byte by byte and in chunks of any size', (_, text) => {
    const bytes = Buffer.from(text);
    const whole = atOnce(bytes);
    for (const size of [1, 2, 3, 7, 30]) expect(read(bytes, () => size)).toEqual(whole);
  });

  it('reads random envelopes alike, however they are cut into chunks', () => {
    const random = createRandom(20_260_105);
    const pieces = [
      '{"type":"a"}\n',
      EVENT,
      '\n',
      '\r\n',
      '\r',
      'x',
      '{}',
      '{"type":"event"}\n',
      '{',
    ];
    for (let round = 0; round < 2000; round += 1) {
      const count = Math.floor(random() * 8);
      const chosen = Array.from(
        { length: count },
        () => pieces[Math.floor(random() * pieces.length)],
      );
      const bytes = Buffer.from(`{}\n${chosen.join('')}`);
      const chopped = read(bytes, () => 1 + Math.floor(random() * 9));
      expect([bytes.toString(), chopped]).toEqual([bytes.toString(), atOnce(bytes)]);
    }
  });
});

const ignoring = {
  header: () => true,
  item: () => undefined,
  payload: () => undefined,
  gap: () => undefined,
};
