import { createDeferredData, createViewRegistry, PageTree } from '#client-runtime';
import { createObservable, createSubmissions, toShownPage } from '#client-runtime/server';
import type { DeferredData, View } from '#client-runtime';
import type { DeferredDatum, DocumentPayload } from '#shared';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { toView } from './view-module.ts';
import type { ViewModule } from './view-module.ts';
import { toViewName } from './view-names.ts';

const modules = import.meta.glob<ViewModule>(
  ['../features/**/views/*.{page,layout}.tsx', '../rendering/views/*.{page,layout}.tsx'],
  { eager: true },
);

const named = Object.entries(modules).map(([file, module]) => {
  const name = toViewName(file);
  return [name, toView(module, name)] as const;
});
const views = createViewRegistry<View>(undefined, named);

/** Names of all views in this build, for the check that each of them is shown. */
export const viewNames: readonly string[] = named.map(([name]) => name);

/** Names of those whose files export a `Loading`. */
export const loadingViews: readonly string[] = Object.entries(modules)
  .filter(([, { Loading }]) => Loading)
  .map(([file]) => toViewName(file));

type Page = Omit<DocumentPayload, 'boot'>;

/**
 * The page as HTML; all that it defers has settled. Throws what a view throws, but within a Suspense
 * boundary: such a region is left out, and nobody is told why.
 */
export function render(payload: Page, nonce: string): string {
  const deferred = createDeferredData(payload.page.segments, payload.settled);
  return renderToString(toTree(payload, deferred, nonce));
}

export interface StreamOptions {
  /** For styles of the page, and for the scripts that put late regions in their places. */
  readonly nonce: string;
  /** Nothing may be late. */
  readonly isWhole?: boolean;
  /** Told of what a view throws, each once; returns the digest that the browser is told. */
  readonly onError: (error: unknown) => string;
}

export interface PageStream {
  /** Resolves once everything but deferred regions is rendered; rejects with what a view throws there. */
  readonly shell: Promise<void>;
  /** Resolves once every region is rendered, or failed. */
  readonly complete: Promise<void>;
  /** Writes the shell, then each region as its datum settles, and ends `destination`. Once, after `shell`. */
  pipe(destination: NodeJS.WritableStream): void;
  settle(datum: DeferredDatum): void;
  /** Stops rendering; regions that wait are left to the browser. */
  abort(reason: unknown): void;
}

/** Renders the page in the order in which its data settle. */
export function stream(payload: Page, { nonce, isWhole, onError }: StreamOptions): PageStream {
  const deferred = createDeferredData(payload.page.segments, payload.settled);
  let onShell: () => void = () => undefined;
  let onShellError: (error: unknown) => void = () => undefined;
  let onComplete: () => void = () => undefined;
  const shell = new Promise<void>((resolve, reject) => {
    onShell = resolve;
    onShellError = reject;
  });
  const complete = new Promise<void>((resolve) => (onComplete = resolve));
  const { pipe, abort } = renderToPipeableStream(toTree(payload, deferred, nonce), {
    // Large regions would come late too, by scripts, however long they had been there.
    ...(isWhole ? { progressiveChunkSize: Infinity } : { nonce }),
    onShellReady: onShell,
    onAllReady: onComplete,
    // Not the promise's own function, which is there only later.
    onShellError: (error) => onShellError(error),
    onError,
  });
  return { shell, complete, pipe, abort, settle: (datum) => deferred.settle(datum) };
}

function toTree(
  { basePath, page, action, flash }: Page,
  deferred: DeferredData,
  nonce: string,
): ReactNode {
  const place = {
    page: toShownPage(page, deferred),
    stay: 0,
    address: basePath + page.url,
  };
  const application = {
    basePath,
    views,
    nonce,
    submissions: createSubmissions(action),
    flash: createObservable(flash),
  };
  // Between as many others as in `ApplicationRoot`: an id of `useId` is made of its place in the tree.
  return (
    <>
      {null}
      <PageTree application={application} places={[place]} />
      {null}
    </>
  );
}
