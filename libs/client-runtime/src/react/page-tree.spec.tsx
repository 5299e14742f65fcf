import { describe, expect, it } from '@jest/globals';
import type { Address, SegmentData } from '#page-protocol';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createSubmissions } from '../actions/submissions.ts';
import { toShownPage } from '../cache/shown-page.ts';
import { createDeferredData } from '../deferred/deferred-data.ts';
import { createViewRegistry } from '../code/view-registry.ts';
import { Link } from './link.tsx';
import { PageTree } from './page-tree.tsx';
import type { View } from './context.ts';

function Frame({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return <div title={name}>{children}</div>;
}

function Leaf({ text }: { text: string }): ReactNode {
  return <p>{text}</p>;
}

function Links(): ReactNode {
  return (
    <>
      <Link href={'/issues?before=1' as Address} className="x">
        in
      </Link>
      <Link href="https://example.com/">out</Link>
      <Link href="#part">here</Link>
    </>
  );
}

const views = createViewRegistry<View>(
  undefined,
  new Map<string, View>([
    ['frame', Frame],
    ['leaf', Leaf],
    ['links', Links],
  ]),
);

function render(basePath: string, ...segments: Omit<SegmentData, 'head' | 'tags'>[]): string {
  const page = {
    v: 1,
    build: 'b',
    url: '/',
    status: 200,
    staleMs: 0,
    segments: segments.map((segment) => ({ ...segment, head: {}, tags: [] })),
  } as const;
  const deferred = createDeferredData(page.segments);
  return renderToStaticMarkup(
    <PageTree
      application={{ basePath, person: '', views, submissions: createSubmissions() }}
      places={[{ page: toShownPage(page, deferred), stay: 0, address: '/' }]}
    />,
  );
}

describe('PageTree', () => {
  it('nests every segment in the one before', () => {
    const html = render(
      '',
      { key: '1', view: 'frame', data: { name: 'outer' } },
      { key: '2', view: 'frame', data: { name: 'inner' } },
      { key: '3', view: 'leaf', data: { text: 'page' } },
    );
    expect(html).toBe('<div title="outer"><div title="inner"><p>page</p></div></div>');
  });

  it('puts the base path only before addresses within the application', () => {
    const html = render('/base', { key: '1', view: 'links', data: {} });
    expect(html).toContain('<a class="x" href="/base/issues?before=1">in</a>');
    expect(html).toContain('<a href="https://example.com/">out</a>');
    expect(html).toContain('<a href="#part">here</a>');
  });
});
