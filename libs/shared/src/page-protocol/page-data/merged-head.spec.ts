import { describe, expect, it } from '@jest/globals';
import { colorSchemeMeta, mergeHeads, noindexMeta } from './merged-head.ts';
import type { Head } from './page-data.ts';

function merge(heads: readonly Head[], status = 200): { title: string; elements: string } {
  const segments = heads.map((head) => ({ head }));
  const { title, elements } = mergeHeads({ status, segments }, 'App');
  return { title, elements: elements.join('') };
}

describe('mergeHeads', () => {
  it('takes the innermost title of all segments', () => {
    expect(merge([{ title: 'Outer' }, { title: 'Inner' }, {}]).title).toBe('Inner · App');
    expect(merge([{ title: 'Outer' }, {}]).title).toBe('Outer · App');
  });

  it('has only the name of the application when no segment has a title or elements', () => {
    expect(merge([{}])).toEqual({ title: 'App', elements: colorSchemeMeta });
    expect(merge([])).toEqual({ title: 'App', elements: colorSchemeMeta });
  });

  it('takes the innermost element of each kind, and all others', () => {
    const outer = { description: '<a>', 'og:type': '<b>', '<l>': '<l>' };
    const inner = { 'og:type': '<c>', '<m>': '<m>' };
    expect(merge([{ elements: outer }, { elements: inner }]).elements).toBe(
      `${colorSchemeMeta}<a><c><l><m>`,
    );
  });

  it('lets an empty title or element hide those around it', () => {
    const heads = [
      { title: 'Outer', elements: { description: '<a>' } },
      { title: '', elements: { description: '' } },
    ];
    expect(merge(heads)).toEqual({ title: 'App', elements: colorSchemeMeta });
  });

  it('has one color scheme, the innermost that is chosen', () => {
    const heads = [{ elements: { 'color-scheme': '<dark>' } }, {}];
    expect(merge(heads).elements).toBe('<dark>');
  });

  it.each([
    [
      '“noindex” when any segment asks for it',
      [{ noindex: true }, { noindex: false }],
      200,
      noindexMeta,
    ],
    ['“noindex” when the page ended in an outcome', [{}], 404, noindexMeta],
    ['nothing when neither is so', [{ noindex: false }, {}], 203, ''],
    [
      '“noindex” in place of the element of a segment that asks for it',
      [{ noindex: true, elements: { robots: '<r>' } }],
      200,
      noindexMeta,
    ],
    [
      'the element of a segment that does not ask for “noindex”',
      [{ elements: { robots: '<r>' } }],
      200,
      '<r>',
    ],
  ])('tells search engines %s', (_, heads, status, told) => {
    expect(merge(heads, status).elements).toBe(colorSchemeMeta + told);
  });
});
