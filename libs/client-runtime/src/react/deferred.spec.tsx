import { describe, expect, it } from '@jest/globals';
import type { DeferredDatum, OutcomeProps, PageData } from '#page-protocol';
import { PassThrough } from 'node:stream';
import { text as read } from 'node:stream/consumers';
import { Suspense, use } from 'react';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { createSubmissions } from '../actions/submissions.ts';
import { toShownPage } from '../cache/shown-page.ts';
import { createDeferredData } from '../deferred/deferred-data.ts';
import type { DeferredData } from '../deferred/deferred-data.ts';
import { DeferredOutcomeError } from '../deferred/settled.ts';
import { createViewRegistry } from '../code/view-registry.ts';
import { Deferred } from './deferred.tsx';
import { PageTree } from './page-tree.tsx';
import type { View } from './context.ts';

interface LateProps {
  readonly text: string;
  readonly late: Promise<string>;
}

function Region({ text, late }: LateProps): ReactNode {
  return (
    <main>
      <h1>{text}</h1>
      <Deferred value={late} fallback={<i>waits</i>}>
        {(value) => <b>{value}</b>}
      </Deferred>
    </main>
  );
}

function Bold({ late }: { readonly late: Promise<string> }): ReactNode {
  return <b>{use(late)}</b>;
}

function ByHand({ late }: LateProps): ReactNode {
  return (
    <Suspense fallback={<i>waits</i>}>
      <Bold late={late} />
    </Suspense>
  );
}

function Missing({ detail, inPlace }: OutcomeProps): ReactNode {
  return <p>{`${detail} ${inPlace ? 'in place' : 'alone'}`}</p>;
}

const views = createViewRegistry<View>(
  undefined,
  new Map<string, View>([
    ['a/region.page', Region],
    ['a/by-hand.page', ByHand],
    ['a/bold.page', Bold],
    ['a/missing.page', Missing],
  ]),
);

const THERE: DeferredDatum = { segment: 0, name: 'late', data: 'late words' };
const GONE: DeferredDatum = {
  segment: 0,
  name: 'late',
  outcome: {
    status: 404,
    view: 'a/missing.page',
    data: { status: 404, title: 'Not found', detail: 'Nothing is here.' },
  },
};

function pageOf(view: string): PageData {
  const data = { text: 'eager words' };
  return {
    v: 1,
    build: 'b',
    url: '/',
    status: 200,
    staleMs: 0,
    segments: [{ key: '/', view, head: {}, tags: [], data, deferred: ['late'] }],
  };
}

function toTree(view: string, deferred: DeferredData): ReactNode {
  return (
    <PageTree
      application={{ basePath: '', person: '', views, submissions: createSubmissions() }}
      places={[{ page: toShownPage(pageOf(view), deferred), stay: 0, address: '/' }]}
    />
  );
}

function render(view: string, ...settled: DeferredDatum[]): string {
  return renderToString(toTree(view, createDeferredData(pageOf(view).segments, settled)));
}

function shown(html: string): string {
  return html.replace(/<!--.*?-->/g, '');
}

describe('<Deferred> on the server', () => {
  it.each([
    ['settled data', '<b>late words</b>', [THERE]],
    ['a settled outcome as its view', '<p>Nothing is here. in place</p>', [GONE]],
  ])('shows %s in its place', (_what, region, settled) => {
    const html = shown(render('a/region.page', ...settled));
    expect(html).toBe(`<main><h1>eager words</h1>${region}</main>`);
  });

  it('shows the fallback for data that still waits', () => {
    const html = render('a/region.page');
    expect(html).toContain('<i>waits</i>');
    expect(html).not.toContain('<b>');
  });

  it.each([
    [THERE, '<b>late words</b>'],
    [GONE, '<p>Nothing is here. in place</p>'],
  ])('sends the region once its datum has settled: %j', async (line, region) => {
    const deferred = createDeferredData(pageOf('a/region.page').segments);
    const html = await new Promise<Promise<string>>((resolve, reject) => {
      const { pipe } = renderToPipeableStream(toTree('a/region.page', deferred), {
        onShellReady: () => {
          const body = new PassThrough();
          resolve(read(body));
          pipe(body);
          deferred.settle(line);
        },
        onError: reject,
      });
    });
    expect(html.indexOf('<i>waits</i>')).toBeGreaterThan(0);
    expect(html.indexOf(region)).toBeGreaterThan(html.indexOf('<i>waits</i>'));
  });
});

describe('use(datum) on the server', () => {
  it('reads settled data without waiting', () => {
    expect(shown(render('a/by-hand.page', THERE))).toBe('<b>late words</b>');
    expect(shown(render('a/bold.page', THERE))).toBe('<b>late words</b>');
  });

  it.each([
    ['leaves an outcome to the browser, where the boundary shows it', [GONE]],
    ['waits for data that has not settled', []],
  ])('%s', (_what, settled) => {
    const html = render('a/by-hand.page', ...settled);
    expect(html).toContain('<i>waits</i>');
    expect(html).not.toContain('<b>');
  });

  it('throws an outcome where no boundary stands around it', () => {
    expect(() => render('a/bold.page', GONE)).toThrow(DeferredOutcomeError);
  });
});
