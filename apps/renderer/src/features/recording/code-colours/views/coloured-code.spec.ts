import { expect, it } from '@jest/globals';
import { toColouredTexts } from './coloured-code.tsx';

it.each([
  ['a = `', [0, 6, 2, 1], 'plain:a = |string:`'],
  ['  b` + 1;', [2, 6, 0, 3, 3, 1], 'string:  b`|plain: + |number:1|plain:;'],
  ['b', [0, 1, 5, 9], 'comment:b'],
])('toColouredTexts cuts %j, which is indented by two, by %j', (text, colours, texts) => {
  const cut = toColouredTexts(text, colours, 2);
  expect(cut.map((each) => each.join(':')).join('|')).toBe(texts);
});
