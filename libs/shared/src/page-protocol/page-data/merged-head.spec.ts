import { describe, expect, it } from '@jest/globals';
import { colorSchemeMeta, mergeHeads, noindexMeta } from './merged-head.ts';
import type { Head } from './page-data.ts';

function merge(heads: readonly Head[]): { title: string; lang: string; elements: string } {
  const segments = heads.map((head) => ({ head }));
  const { title, lang, elements } = mergeHeads(segments, 'App');
  return { title, lang, elements: elements.join('') };
}

const NOTHING = { title: 'App', lang: 'en', elements: colorSchemeMeta };

describe('mergeHeads', () => {
  it('takes the innermost title of all segments', () => {
    expect(merge([{ title: 'Outer' }, { title: 'Inner' }, {}]).title).toBe('Inner · App');
    expect(merge([{ title: 'Outer' }, {}]).title).toBe('Outer · App');
    expect(merge([{ title: 'Outer' }, { title: { absolute: 'Whole' } }]).title).toBe('Whole');
    expect(merge([{ title: { absolute: 'Whole' } }, { title: 'Inner' }]).title).toBe('Inner · App');
  });

  it('has only the name of the application when no segment has a title or elements', () => {
    for (const heads of [[{}], []]) expect(merge(heads)).toEqual(NOTHING);
  });

  it('takes the innermost language', () => {
    expect(merge([{ lang: 'de' }, { lang: 'pt-BR' }, { title: 'T' }]).lang).toBe('pt-BR');
  });

  it('takes the innermost element of each kind, and all others', () => {
    const outer = { description: '<a>', 'og:type': '<b>', '<l>': '<l>' };
    const inner = { 'og:type': '<c>', '<m>': '<m>' };
    const { elements } = merge([{ elements: outer }, { elements: inner }]);
    expect(elements).toBe(`${colorSchemeMeta}<a><c><l><m>`);
  });

  it('lets an empty title or element hide those around it', () => {
    const heads = [
      { title: 'Outer', elements: { description: '<a>' } },
      { title: '', elements: { description: '' } },
    ];
    expect(merge(heads)).toEqual(NOTHING);
  });

  it('has one color scheme, the innermost that is chosen', () => {
    const heads = [{ elements: { 'color-scheme': '<dark>' } }, {}];
    expect(merge(heads).elements).toBe('<dark>');
  });

  const no = { noindex: false };
  const r = { elements: { robots: '<r>' } };

  it.each<[string, Head[], string]>([
    ['“noindex” when any segment asks for it', [{ noindex: true }, no], noindexMeta],
    ['nothing when none does', [no, {}], ''],
    ['“noindex” in place of the element of that segment', [{ noindex: true, ...r }], noindexMeta],
    ['the element of a segment that does not ask for “noindex”', [r], '<r>'],
  ])('tells search engines %s', (_, heads, told) => {
    expect(merge(heads).elements).toBe(colorSchemeMeta + told);
  });
});
