import { describe, expect, it } from '@jest/globals';
import type { Head, SegmentData } from '#shared';
import { toDocumentFrame, toEarlyScript } from './document.ts';
import type { DocumentParts } from './document.ts';

function segment(head: Head, data: unknown = {}): SegmentData {
  return { key: 'k', view: 'fixtures/plain.page', head, tags: [], data };
}

function partsOf(...segments: SegmentData[]): DocumentParts {
  return {
    payload: {
      basePath: '',
      person: '',
      page: { v: 1, build: 'b', url: '/', status: 200, staleMs: 0, segments },
      applicationName: 'Fixture',
      viewFiles: {},
      routeTable: '/_routes/0123456789abcdef.json',
      boot: {},
    },
    styles: ['/assets/a.css'],
    modulePreloads: ['/assets/chunk.js'],
    script: '/assets/entry.js',
    nonce: 'bm9uY2U=',
    icon: '/assets/icon.svg',
    trace: { 'sentry-trace': 'abc-def-1', baggage: 'a=b' },
  };
}

function toDocument(parts: DocumentParts): string {
  const { start, afterTree, end } = toDocumentFrame(parts);
  return `${start}<main>body</main>${afterTree}${end}`;
}

describe('toDocumentFrame', () => {
  it('takes the title of the innermost segment that has one, else the name of the application', () => {
    const html = toDocument(partsOf(segment({ title: 'Outer' }), segment({ title: 'Inner' })));
    expect(html).toContain('<title>Inner · Fixture</title>');
    expect(toDocument(partsOf(segment({})))).toContain('<title>Fixture</title>');
  });

  it('is in the language of the innermost segment that has one, escaped', () => {
    const html = toDocument(
      partsOf(segment({ lang: 'de' }), segment({ lang: 'x"><b>' }), segment({})),
    );
    expect(html).toContain('<html lang="x&quot;&gt;&lt;b&gt;"><head>');
    expect(toDocument(partsOf(segment({})))).toContain('<html lang="en"><head>');
  });

  it('asks search engines to stay out once when any segment asks for it', () => {
    const html = toDocument(partsOf(segment({ noindex: true }), segment({ noindex: true })));
    expect(html.match(/noindex/g)).toHaveLength(1 + 2);
    expect(html.match(/<meta data-head="" name="robots"/g)).toHaveLength(1);
  });

  it('escapes a hostile title', () => {
    const html = toDocument(partsOf(segment({ title: '</title><script>alert("1")</script>' })));
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)');
  });

  it('writes data such that they cannot end the payload element', () => {
    const hostile = '</script><script>alert(1)</script>\u2028';
    const html = toDocument(partsOf(segment({}, { hostile })));
    expect(html).not.toContain('</script><script>alert');
    const payload = /id="document-payload">(?<json>.*?)<\/script>/s.exec(html)?.groups?.['json'];
    expect(JSON.parse(payload ?? '').page.segments[0].data).toEqual({ hostile });
  });

  it('puts the script for early clicks, with the nonce, before the styles that scripts wait for', () => {
    const parts = partsOf(segment({}));
    const payload = { ...parts.payload, texts: { failed: '</script>' } };
    const html = toDocument({ ...parts, payload });
    const script = `<script nonce="bm9uY2U=">${toEarlyScript('</script>')}</script>`;
    expect(html.indexOf(script)).toBeGreaterThan(0);
    expect(html.indexOf(script)).toBeLessThan(html.indexOf('<link rel="stylesheet"'));
    expect(toEarlyScript('</script>')).not.toContain('<');
  });

  it('links styles, chunks, icon and trace, and runs the entry with the nonce', () => {
    const html = toDocument(partsOf(segment({})));
    expect(html).toContain('<link rel="stylesheet" href="/assets/a.css">');
    expect(html).toContain('<link rel="modulepreload" href="/assets/chunk.js">');
    expect(html).toContain('<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">');
    expect(html).toContain('<meta name="sentry-trace" content="abc-def-1">');
    expect(html).toContain(
      '<script type="module" async src="/assets/entry.js" nonce="bm9uY2U="></script>',
    );
  });
});
