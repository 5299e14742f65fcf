import { expect, it } from '@jest/globals';
import { findTypingPlace } from './typing-place.ts';

/** `|` marks the caret. */
it.each([
  ['|', { typed: '', at: 0, end: 0 }],
  ['le|', { typed: 'le', at: 0, end: 2 }],
  ['le|vel:error', { typed: 'le', at: 0, end: 6 }],
  ['x !le|', { typed: 'le', at: 3, end: 5 }],
  ['-le|', { typed: 'le', at: 1, end: 3 }],
  ['x |', { typed: '', at: 2, end: 2 }],
  ['level:|', { key: 'level', typed: '', at: 6, end: 6 }],
  ['level:er|ror is:muted', { key: 'level', typed: 'er', at: 6, end: 11 }],
  ['!level:[info, de|bug]', { key: 'level', typed: 'de', at: 14, end: 19, isInList: true }],
  ['level:[info, |', { key: 'level', typed: '', at: 13, end: 13, isInList: true }],
  ['level:["a:b", x|', { key: 'level', typed: 'x', at: 14, end: 15, isInList: true }],
  ['level:info,de|bug x', { key: 'level', typed: 'de', at: 11, end: 16 }],
  ['level:[info] i|', { typed: 'i', at: 13, end: 14 }],
  ['type:"My Er|ror" x', { key: 'type', typed: 'My Er', at: 5, end: 15 }],
  ['type:"My Er|', { key: 'type', typed: 'My Er', at: 5, end: 11 }],
  ['type:a"b c"|', { key: 'type', typed: 'ab c', at: 5, end: 11 }],
  [String.raw`type:"a \"b|`, { key: 'type', typed: 'a "b', at: 5, end: 11 }],
  ['release:>=1.|', { key: 'release', typed: '1.', comparison: '>=', at: 10, end: 12 }],
  ['"a b:c":x|', { key: 'a b:c', typed: 'x', at: 8, end: 9 }],
  ['a:b:c|', { key: 'a', typed: 'b:c', at: 2, end: 5 }],
  ['"some te|xt"', undefined],
])('findTypingPlace finds the typed word at the caret of %s', (marked, place) => {
  const caret = marked.indexOf('|');
  const found = findTypingPlace(marked.replace('|', ''), caret);
  expect(found).toEqual(place && { comparison: '', isInList: false, ...place });
});

it('findTypingPlace finds only places within the text, around the caret', () => {
  const scraps = '! " [ ] , : \\ a . > = \t'.split(' ').concat(' ');
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from(
      { length: 8 },
      (_, index) => scraps[(round * (index * 7 + 3)) % 13],
    ).join('');
    for (let caret = 0; caret <= text.length; caret += 1) {
      const place = findTypingPlace(text, caret);
      if (!place) continue;
      expect(place.at).toBeLessThanOrEqual(caret);
      expect(place.end).toBeGreaterThanOrEqual(caret);
      expect(place.end).toBeLessThanOrEqual(text.length);
    }
  }
});
