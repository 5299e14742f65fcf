import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { blankMetadata, readLongerSide } from './picture-bytes.ts';
import { findImageType } from './read-preview.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const typeOf = (picture: Buffer) => findImageType(picture)!;

const JPEG =
  '\xff\xd8\xff\xe0\0\x04JF\xff\xe1\0\x09Exif\0GP\xff\xff\xed\0\x06IPTC\xff\xfe\0\x06Home';
const SCAN =
  '\xff\xc2\0\x0b\x08\x01\x02\x03\x04\x01\x01\x11\0\xff\xda\0\x02\xff\xe1\0\x04ab\xff\xd9';
const WEBP = 'RIFF\x30\0\0\0WEBPVP8X\x0a\0\0\0\x08\0\0\0\x0f\x10\0\x03\0\0';

it.each([
  ['JPEG', JPEG + SCAN, /Exif\0GP|IPTC|Home/g],
  [
    'WebP',
    `${WEBP}EXIF\x03\0\0\0GPS\0XMP \x04\0\0\0homeVP8L\x02\0\0\0xx`,
    /(?<=EXIF.{4})GPS\0|home/g,
  ],
  ['GIF', 'GIF89a\x01\0\x02\0EXIF', /nothing/g],
  ['broken JPEG', '\xff\xd8\xff\xe1\xff\xffabc', /abc/g],
])(
  'blankMetadata blanks what a %s tells beside its picture, in pieces of any size',
  async (_, text, told) => {
    const left = text.replaceAll(told, (each) => '\0'.repeat(each.length));
    for (const size of [1, 5, 1000]) {
      async function* read() {
        for (let at = 0; at < text.length; at += size) yield bytes(text.slice(at, at + size));
      }
      const pieces = await Readable.from(blankMetadata(typeOf(bytes(text)), read())).toArray();
      expect(Buffer.concat(pieces).toString('latin1')).toBe(left);
    }
  },
);

it.each([
  ['a progressive JPEG', JPEG + SCAN, 0x304],
  ['a JPEG that is cut', JPEG, Infinity],
  ['an extended WebP', WEBP, 0x1010],
  ['a lossy WebP', 'RIFF....WEBPVP8 ....\x10\0\0\x9d\x01\x2a\x40\x41\x20\0', 0x140],
  ['a lossless WebP', 'RIFF....WEBPVP8L....\x2f\x3f\xc0\x27\0', 160],
  ['a GIF', 'GIF89a\x01\x10\x02\0', 0x1001],
])('readLongerSide reads the longer side of %s', (_, text, pixels) => {
  expect(readLongerSide(typeOf(bytes(text)), bytes(text))).toBe(pixels);
});
