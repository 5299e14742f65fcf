import { describe, expect, it } from '@jest/globals';
import { mergeHeads } from './merged-head.ts';
import type { MergedHead } from './merged-head.ts';
import type { Head } from './page-data.ts';

function merge(heads: readonly Head[], status = 200): MergedHead {
  return mergeHeads({ status, segments: heads.map((head) => ({ head })) }, 'App');
}

describe('mergeHeads', () => {
  it('takes the innermost title and description, from wherever each is', () => {
    const outer = { title: 'Outer', description: 'outer words' };
    const inner = { title: 'Inner', description: 'inner words' };
    expect(merge([outer, inner, {}])).toMatchObject({
      title: 'Inner · App',
      description: 'inner words',
    });
    expect(merge([outer, { title: 'Inner' }])).toMatchObject({
      title: 'Inner · App',
      description: 'outer words',
    });
  });

  it('names the application alone, and describes nothing, where no segment does', () => {
    expect(merge([{}])).toEqual({ title: 'App', noindex: false });
    expect(merge([])).toEqual({ title: 'App', noindex: false });
  });

  it('lets an empty title or description hide those around it', () => {
    const heads = [
      { title: 'Outer', description: 'words' },
      { title: '', description: '' },
    ];
    expect(merge(heads)).toEqual({ title: 'App', noindex: false });
  });

  it.each([
    ['any segment asks for it', [{ noindex: true }, { noindex: false }], 200, true],
    ['the page ended in an outcome', [{}], 404, true],
    ['neither is so', [{ noindex: false }, {}], 203, false],
  ])('keeps search engines out when %s', (_, heads, status, noindex) => {
    expect(merge(heads, status).noindex).toBe(noindex);
  });
});
