import { expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { ThreeLines } from './three-lines.tsx';

it.each([
  ['no more for a sentence', 'word '.repeat(50), false],
  ['All for six lines', 'a\nb\nc\nd\ne\nf', true],
  ['All for 10,000 characters', 'x'.repeat(10_000), true],
])('ThreeLines offers %s', (_, text, isOffered) => {
  const html = renderToStaticMarkup(<ThreeLines text={text} className="text-quiet" />);
  expect(html).toContain(`<bdi translate="no">${text}</bdi>`);
  expect(html.includes('type="checkbox"')).toBe(isOffered);
});
