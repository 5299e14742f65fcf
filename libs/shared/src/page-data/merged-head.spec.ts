import { describe, expect, it } from '@jest/globals';
import { mergeHeads } from './merged-head.ts';
import type { MergedHead } from './merged-head.ts';
import type { Head, HeadLink } from './page-data.ts';

function merge(heads: readonly Head[], status = 200): MergedHead {
  return mergeHeads(
    { status, segments: heads.map((head) => ({ head })) },
    { applicationName: 'App', basePath: '/base' },
  );
}

const list = (...heads: Head[]): MergedHead['elements'] => merge(heads).elements;

describe('mergeHeads', () => {
  it('takes the innermost title and description, from wherever each is', () => {
    const outer = { title: 'Outer', description: 'outer words' };
    const inner = { title: 'Inner', description: 'inner words' };
    const words = (content: string) => ['meta', { name: 'description', content }];
    expect(merge([outer, inner, {}])).toEqual({
      title: 'Inner · App',
      elements: [words('inner words')],
    });
    expect(merge([outer, { title: 'Inner' }])).toEqual({
      title: 'Inner · App',
      elements: [words('outer words')],
    });
  });

  it('names the application alone, and describes nothing, where no segment does', () => {
    expect(merge([{}])).toEqual({ title: 'App', elements: [] });
    expect(merge([])).toEqual({ title: 'App', elements: [] });
  });

  it('lets an empty text hide those around it', () => {
    const outer = { title: 'Outer', description: 'words', canonical: '/a', robots: 'nosnippet' };
    const inner = { title: '', description: '', canonical: '', robots: '' };
    expect(merge([outer, inner])).toEqual({ title: 'App', elements: [] });
  });

  it.each([
    ['any segment asks for it', [{ noindex: true }, { noindex: false }], 200, ['noindex']],
    ['the page ended in an outcome', [{}], 404, ['noindex']],
    ['neither is so', [{ noindex: false }, {}], 203, []],
    [
      'beside what else they are told',
      [{ robots: 'nosnippet' }, { noindex: true }],
      200,
      ['noindex, nosnippet'],
    ],
    ['not, when told something else', [{ robots: 'nosnippet' }], 200, ['nosnippet']],
  ])('keeps search engines out: %s', (_, heads, status, told) => {
    const { elements } = merge(heads, status);
    expect(elements).toEqual(told.map((content) => ['meta', { name: 'robots', content }]));
  });

  it('puts the base path before paths, and leaves whole addresses', () => {
    const links: HeadLink[] = [
      { rel: 'alternate', href: '/feed', type: 'application/atom+xml' },
      { rel: 'preconnect', href: 'https://images.example' },
      { rel: 'preconnect', href: '//fonts.example' },
    ];
    expect(list({ canonical: '/rooms', links }).map(([, attributes]) => attributes)).toEqual([
      { rel: 'canonical', href: '/base/rooms' },
      { ...links[0], href: '/base/feed' },
      ...links.slice(1),
    ]);
  });

  it('merges Open Graph by property, and has the links and the structured data of all segments', () => {
    const outer = { openGraph: { site_name: 'App', type: 'website' }, jsonLd: [{ '@type': 'A' }] };
    const inner = { openGraph: { type: 'article' }, jsonLd: [{ '@type': '</script>' }] };
    expect(list(outer, inner)).toEqual([
      ['meta', { property: 'og:site_name', content: 'App' }],
      ['meta', { property: 'og:type', content: 'article' }],
      ['script', { type: 'application/ld+json' }, '{"@type":"A"}'],
      ['script', { type: 'application/ld+json' }, String.raw`{"@type":"\u003c/script>"}`],
    ]);
  });
});
