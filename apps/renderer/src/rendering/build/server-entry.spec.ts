import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createElement, Suspense, use } from 'react';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { toDigest } from '../outcomes/digest.ts';
import { renderPage, streamPage } from './server-entry.ts';
import type { ServerEntry } from './server-entry.ts';
import type { PageToRender } from './view-renderer.ts';

const PAGE = {} as PageToRender;

function entryOf(tree: ReactNode): ServerEntry {
  return {
    loadingViews: [],
    render: () => renderToString(tree),
    stream: (_page, { nonce, isWhole, onError }) => {
      let onShell!: () => void;
      let onShellError!: (error: unknown) => void;
      let onComplete!: () => void;
      const shell = new Promise<void>((resolve, reject) => {
        onShell = resolve;
        onShellError = reject;
      });
      const complete = new Promise<void>((resolve) => (onComplete = resolve));
      const { pipe, abort } = renderToPipeableStream(tree, {
        ...(isWhole ? { progressiveChunkSize: Infinity } : { nonce }),
        onShellReady: () => onShell(),
        onShellError: (error) => onShellError(error),
        onAllReady: () => onComplete(),
        onError,
      });
      return {
        shell,
        complete,
        abort,
        pipe: (destination) => pipe(destination as NodeJS.WritableStream),
        settle: () => undefined,
      };
    },
  };
}

function Region({ value }: { readonly value: Promise<string> }): ReactNode {
  return createElement('b', null, use(value));
}

function region(value: Promise<string>): ReactNode {
  const fallback = createElement('i', null, 'waits');
  return createElement(Suspense, { fallback }, createElement(Region, { value }));
}

function pageOf(...regions: ReactNode[]): ReactNode {
  return createElement('main', null, ...regions);
}

function broken(): { error: Error; tree: ReactNode } {
  const error = new Error('broken view');
  const Broken = (): never => {
    throw error;
  };
  return { error, tree: createElement(Broken) };
}

describe('renderPage', () => {
  const whole = (tree: ReactNode, deadline = new AbortController().signal): Promise<string> =>
    renderPage(entryOf(tree), PAGE, {
      before: '',
      after: '',
      nonce: 'n',
      getDeadline: () => deadline,
    });

  it('returns the page as HTML', async () => {
    expect(await whole(pageOf('text'))).toBe('<main>text</main>');
  });

  it('waits for regions and puts them in their places, whatever their size', async () => {
    const large = 'x'.repeat(100_000);
    const html = await whole(
      pageOf(region(Promise.resolve(large)), region(turn().then(() => 'y'))),
    );
    expect(html.replaceAll(/<!--.*?-->/g, '')).toBe(`<main><b>${large}</b><b>y</b></main>`);
  });

  it.each([
    ['view', (tree: ReactNode) => tree],
    ['region', (tree: ReactNode) => createElement(Suspense, null, tree)],
  ])('fails with the error that a %s throws', async (_where, place) => {
    const { error, tree } = broken();
    await expect(whole(pageOf(place(tree)))).rejects.toBe(error);
  });

  it('fails with the deadline when a region does not arrive', async () => {
    const deadline = new AbortController();
    const html = whole(pageOf(region(new Promise(() => undefined))), deadline.signal);
    deadline.abort(new Error('too late'));
    await expect(html).rejects.toThrow('too late');
  });
});

describe('streamPage', () => {
  let told: unknown[];
  let deadline: AbortController;

  beforeEach(() => {
    told = [];
    deadline = new AbortController();
  });

  const stream = (entry: ServerEntry): ReturnType<typeof streamPage> =>
    streamPage(entry, PAGE, {
      nonce: 'n',
      onFault: (error) => told.push(error),
      deadline: deadline.signal,
    });

  it('resolves once the shell is rendered, even while regions wait', async () => {
    const rendering = stream(entryOf(pageOf(region(new Promise(() => undefined)))));
    await expect(rendering).resolves.toBeDefined();
    expect(told).toHaveLength(0);
  });

  it('fails with the error of the shell, without reporting a fault', async () => {
    const { error, tree } = broken();
    await expect(stream(entryOf(pageOf(tree)))).rejects.toBe(error);
    expect(told).toHaveLength(0);
  });

  it('reports the error that a region throws while the shell renders, after the shell', async () => {
    const { error, tree } = broken();
    await stream(entryOf(pageOf(createElement(Suspense, null, tree))));
    expect(told).toEqual([error]);
  });

  it('reports no error of a region when the shell fails too', async () => {
    const [inner, shell] = [broken(), broken()];
    const tree = pageOf(createElement(Suspense, null, inner.tree), shell.tree);
    await expect(stream(entryOf(tree))).rejects.toBe(shell.error);
    expect(told).toHaveLength(0);
  });

  it('reports a later error of a region at once, and gives its digest to the browser', async () => {
    const errors: ((error: unknown) => string)[] = [];
    const entry: ServerEntry = {
      loadingViews: [],
      render: () => '',
      stream: (_page, { onError }) => {
        errors.push(onError);
        return { shell: Promise.resolve() } as never;
      },
    };
    await stream(entry);
    const error = new Error('late');
    expect(errors[0]?.(error)).toBe(toDigest(error));
    expect(told).toEqual([error]);
  });

  it('ends waiting regions at the deadline', async () => {
    await stream(entryOf(pageOf(region(new Promise(() => undefined)))));
    deadline.abort(new Error('too late'));
    await turn();
    expect(told).toEqual([new Error('too late')]);
  });

  it('fails at the deadline when the shell itself waits', async () => {
    const tree = pageOf(createElement(Region, { value: new Promise<string>(() => undefined) }));
    const rendering = stream(entryOf(tree));
    await turn();
    deadline.abort(new Error('too late'));
    await expect(rendering).rejects.toThrow('too late');
  });

  it('fails at once when the deadline has passed', async () => {
    deadline.abort(new Error('too late'));
    await expect(stream(entryOf(pageOf('text')))).rejects.toThrow('too late');
  });
});
