import { describe, expect, it } from '@jest/globals';
import { serialiseBody } from './serialise-body.ts';

describe('serialiseBody', () => {
  const file = new File(['words\n'], 'ä b.txt', { type: 'text/plain' });

  it('encodes entries as browsers do, line ends included', async () => {
    const entries = [
      ['text', 'one\ntwo\r\nthree\rfour'],
      ['a b&ä', '1+1=2'],
    ] as const;
    expect(await serialiseBody({ entries, isMultipart: false })).toEqual({
      type: 'application/x-www-form-urlencoded',
      bytes: 'text=one%0D%0Atwo%0D%0Athree%0D%0Afour&a+b%26%C3%A4=1%2B1%3D2',
      size: 61,
    });
  });

  it('writes a file by its name when the body is not multipart', async () => {
    const { bytes } = await serialiseBody({ entries: [['file', file]], isMultipart: false });
    expect(bytes).toBe('file=%C3%A4+b.txt');
  });

  it('names the boundary that the parts of the body have', async () => {
    const entries = [
      ['text', 'one\ntwo'],
      ['file', file],
    ] as const;
    const { type, bytes, size } = await serialiseBody({ entries, isMultipart: true });
    const [, boundary = ''] = /^multipart\/form-data; boundary=(.+)$/.exec(type) ?? [];
    const text = await (bytes as Blob).text();
    expect(boundary).not.toBe('');
    expect(text.startsWith(`--${boundary}\r\n`)).toBe(true);
    expect(text).toContain('one\r\ntwo');
    expect(text).toContain('filename="ä b.txt"');
    expect(text).toContain('words\n');
    expect(size).toBe(Buffer.byteLength(text));
  });
});
