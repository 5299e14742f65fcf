import { describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { AttachmentSieve } from './attachment-sieve.ts';
import { parseEnvelope } from '../envelope/parse-envelope.ts';

/** What passes of a text that comes in pieces of that size, or the code it is refused with. */
function sift(text: string, pieceBytes: number): string {
  const sieve = new AttachmentSieve();
  const bytes = Buffer.from(text);
  const passed: Buffer[] = [];
  for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
    const sifted = sieve.push(bytes.subarray(offset, offset + pieceBytes));
    passed.push(...sifted.passed);
    if (sifted.refusal) return sifted.refusal.code;
  }
  const last = sieve.finish();
  passed.push(...last.passed);
  return last.refusal?.code ?? Buffer.concat(passed).toString();
}

/** The types and payloads of an envelope, or the code it is refused with. */
function read(text: string): unknown {
  const parsed = parseEnvelope(Buffer.from(text));
  if (!parsed.ok) return parsed.code;
  return parsed.envelope.items.map(({ type, payload }) => [type, payload.toString()]);
}

const EVENT = '{"type":"event","length":3}\n1\n2\n';
const SIZES = [1, 2, 3, 7, 30, 1000];

describe.each(SIZES)('AttachmentSieve, by %i bytes', (size) => {
  it.each([
    ['a header alone', '{}'],
    ['events', `{}\n${EVENT}${EVENT}`],
    ['an item without length or newline', '{}\n{"type":"event"}\n{"a":1}'],
    ['a last line that is a header', '{}\n{"type":"event"}'],
    ['blank lines and CRLF', `{}\r\n\r\n{"type":"event","length":1}\r\nx\r\n`],
    ['a header that is no JSON', `{}\nhello\n${EVENT}`],
    ['a length that is none', `{}\n{"type":"attachment","length":-1}\nx\n${EVENT}`],
    ['a length beyond the end', '{}\n{"type":"event","length":9}\nx'],
  ])('passes %s as it came', (_, text) => {
    expect(sift(text, size)).toBe(text);
  });

  it.each([
    ['a length', `{"type":"attachment","length":7}\n{"type"\n`],
    ['no length', `{"type":"attachment"}\n12345\n`],
    ['a length and CRLF', `{"type":"attachment","length":2,"filename":"a"}\r\nxx\r\n`],
    ['no payload', `{"type":"attachment","length":0}\n\n`],
  ])('empties an attachment of %s, wherever it stands', (_, attachment) => {
    const passed = sift(`{}\n${attachment}${EVENT}${attachment}`, size);
    expect(read(passed)).toEqual([
      ['attachment', ''],
      ['event', '1\n2'],
      ['attachment', ''],
    ]);
  });

  it.each([
    ['with its payload', `{"type":"attachment","length":3}\nxyz`],
    ['with its header', '{"type":"attachment","length":0}'],
    ['within a newline', '{"type":"attachment","length":1}\nx\r'],
  ])('takes an attachment that ends the envelope %s', (_, attachment) => {
    expect(read(sift(`{}\n${attachment}`, size))).toEqual([['attachment', '']]);
  });

  it.each([
    ['is cut', '{"type":"attachment","length":9}\nxyz'],
    ['ends within a line', `{"type":"attachment","length":2}\nxyz\n${EVENT}`],
    ['ends before half a newline', `{"type":"attachment","length":1}\nx\ry\n${EVENT}`],
  ])('refuses an attachment that %s', (_, attachment) => {
    expect(sift(`{}\n${attachment}`, size)).toBe('envelope.malformed');
  });

  it('refuses an attachment over its limit as soon as its header is there', () => {
    const length = reportLimits.attachmentBytes + 1;
    expect(sift(`{}\n{"type":"attachment","length":${length}}\nx`, size)).toBe('report.too_large');
  });
});

describe('AttachmentSieve', () => {
  it('refuses an attachment without length over its limit', () => {
    const sieve = new AttachmentSieve();
    sieve.push(Buffer.from('{}\n{"type":"attachment"}\n'));
    expect(sieve.push(Buffer.alloc(reportLimits.attachmentBytes))).toEqual({ passed: [] });
    expect(sieve.push(Buffer.alloc(1)).refusal?.code).toBe('report.too_large');
  });

  it('copies nothing of an envelope without attachments', () => {
    const bytes = Buffer.from(`{}\n${EVENT}`);
    const { passed } = new AttachmentSieve().push(bytes);
    expect(passed).toHaveLength(1);
    expect(passed[0]?.buffer).toBe(bytes.buffer);
  });
});
