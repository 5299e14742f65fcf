import { expect, test } from '@jest/globals';
import { findImageType, guessPreview, readText } from './read-preview.ts';

test.each([
  ['shot.PNG', 'application/octet-stream', 'image'],
  ['screenshot', 'image/webp', 'image'],
  ['app.log', 'application/octet-stream', 'text'],
  ['state', 'application/vnd.app+json', 'text'],
  ['logo.svg', 'image/svg+xml', undefined],
  ['page', 'text/html; charset=utf-8', undefined],
  ['core.1', 'application/octet-stream', undefined],
])('guessPreview guesses for %s of type %s: %s', (name, contentType, kind) => {
  expect(guessPreview({ name, contentType })).toBe(kind);
});

test.each([
  ['image/png', '\x89PNG\r\n\x1a\n....'],
  ['image/jpeg', '\xff\xd8\xff\xe0'],
  ['image/gif', 'GIF89a..'],
  ['image/webp', 'RIFF\n\0\0\0WEBPVP8 '],
  [undefined, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  [undefined, '<html>'],
  [undefined, ''],
])('findImageType recognises an image by its first bytes: %s', (type, start) => {
  expect(findImageType(Buffer.from(start, 'latin1'))).toBe(type);
});

test('readText reads UTF-8 without binary bytes as text, and cuts no letter in two', () => {
  expect(readText(Buffer.from('naïve €'), 100)).toBe('naïve €');
  expect(readText(Buffer.from('naïve €'), 8)).toBe('naïve ');
  expect(readText(Buffer.from('\u001b[31mred\u001b[0m\r\n'), 100)).toBe(
    '\u001b[31mred\u001b[0m\r\n',
  );
  expect(readText(Buffer.from([0x66, 0xff, 0x66]), 100)).toBeUndefined();
  expect(readText(Buffer.from('a\0b'), 100)).toBeUndefined();
});
