import { expect, test } from '@jest/globals';
import type { JsonValue } from '#shared';
import { renderToStaticMarkup } from 'react-dom/server';
import { JsonText } from './json-value.tsx';

const render = (value: JsonValue, areReprs = false): string =>
  renderToStaticMarkup(<JsonText value={value} areReprs={areReprs} />);

const long = 'x'.repeat(90);

test('a JSON value that fits a line stays on one line', () => {
  expect(render({ a: 1, b: ['c'] })).toContain(
    '<code translate="no">{ &quot;a&quot;: 1, &quot;b&quot;: [ &quot;c&quot; ] }</code>',
  );
  expect(render(null)).toContain('<code translate="no">null</code>');
});

test('a large JSON value shows its first level, and folds large values with their size', () => {
  const html = render({ id: 7, items: [{ long }, { long }], owner: { name: long, plan: 'gold' } });
  expect(html).toContain('<li><b>id</b> <code translate="no">7</code></li>');
  expect(html).toContain('<details><summary><b>items</b> <i>2 entries</i></summary>');
  expect(html).toContain('<details><summary><b>owner</b> <i>2 values</i></summary>');
  expect(html).not.toContain('open=""');
});

test('a list of plain values is shown as text, not as a tree', () => {
  expect(render(Array.from({ length: 50 }, (_, index) => index))).toMatch(
    /^<div class="json"><pre translate="no">/,
  );
});

test('a very deep JSON value is shown as text', () => {
  const deep = Array.from({ length: 40 }).reduce<JsonValue>((inner) => ({ long, inner }), 1);
  const html = render(deep);
  expect(html.match(/<details>/g)).toHaveLength(8);
  expect(html).toContain('<pre translate="no">');
});

test('the rest of a long text is folded, and no part of it is lost or repeated', () => {
  const text = `${'a'.repeat(599)}😀${'b'.repeat(200)}`;
  const html = render(text);
  expect(html).toContain(`<summary>202 more letters</summary>😀${'b'.repeat(200)}`);
  expect(html.match(/b{200}/g)).toHaveLength(1);
  expect(render({ text: 'c'.repeat(800) })).toContain('more letters</summary>');
  expect(render('a'.repeat(650))).not.toContain('<details');
});

test('texts that a language printed have no quotes of JSON around them', () => {
  expect(render({ a: "'GBP'", b: long }, false)).toContain(
    '<code translate="no">&#x27;GBP&#x27;</code>',
  );
  expect(render({ a: '<Cart 1>', b: long }, true)).toContain(
    '<code translate="no">&lt;Cart 1&gt;</code>',
  );
});
