import { expect, it } from '@jest/globals';
import { toHead } from './page-head.ts';
import type { PageHead } from './page-head.ts';

it('toHead sends a title as it is, and no elements where there are none', () => {
  const head = { title: 'T', noindex: true, lang: 'de' };
  expect(toHead(head)).toEqual(head);
  expect(toHead({ title: undefined })).toStrictEqual({});
});

it('toHead sends all other tags as HTML, by their kind, with hostile text escaped', () => {
  const feed = '<link data-head="" rel="alternate" href="/feed?a=1&amp;b=2">';
  const data = String.raw`<script data-head="" type="application/ld+json">{"name":"\u003c/script>"}</script>`;
  const head: PageHead = {
    title: 'T',
    description: 'D',
    robots: 'nosnippet',
    canonical: 'https://a.example/"><script>',
    openGraph: { title: 'T', type: '', image: ['/a.png', '/b.png'] },
    metas: [
      { name: 'theme-color', content: '#fff', media: '(width > 1px)' },
      { name: 'author', content: '"A"' },
    ],
    links: [{ rel: 'alternate', href: '/feed?a=1&b=2' }],
    jsonLd: [{ name: '</script>' }],
  };
  expect(toHead(head)).toEqual({
    title: 'T',
    elements: {
      description: '<meta data-head="" name="description" content="D">',
      robots: '<meta data-head="" name="robots" content="nosnippet">',
      canonical:
        '<link data-head="" rel="canonical" href="https://a.example/&quot;&gt;&lt;script&gt;">',
      'og:title': '<meta data-head="" property="og:title" content="T">',
      'og:type': '',
      'og:image':
        '<meta data-head="" property="og:image" content="/a.png"><meta data-head="" property="og:image" content="/b.png">',
      '<meta data-head="" name="theme-color" content="" media="(width &gt; 1px)">':
        '<meta data-head="" name="theme-color" content="#fff" media="(width &gt; 1px)">',
      '<meta data-head="" name="author" content="">':
        '<meta data-head="" name="author" content="&quot;A&quot;">',
      [feed]: feed,
      [data]: data,
    },
  });
});
