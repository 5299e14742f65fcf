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

export const loadingViews: readonly string[] = Object.entries(modules)
  .filter(([, { Loading }]) => Loading)
  .map(([file]) => toViewName(file));

type Page = Omit<DocumentPayload, 'boot'>;

/**
 * Returns the page as HTML; all deferred data must have settled. Throws what a view throws, except
 * inside a Suspense boundary: React leaves such a region out without an error.
 */
export function render(payload: Page, nonce: string): string {
  const deferred = createDeferredData(payload.page.segments, payload.settled);
  return renderToString(toTree(payload, deferred, nonce));
}

export interface StreamOptions {
  readonly nonce: string;
  /** True when the HTML must be complete in itself, without regions that scripts insert later. */
  readonly isWhole?: boolean;
  /**
   * Called once for each error that a view throws. Returns the digest that the browser receives.
   */
  readonly onError: (error: unknown) => string;
}

export interface PageStream {
  /**
   * Resolves once everything but deferred regions is rendered; rejects with the error of a view in
   * that part.
   */
  readonly shell: Promise<void>;
  readonly complete: Promise<void>;
  /**
   * Writes the shell, then each region as its datum settles, and ends `destination`. Call it once,
   * after `shell`.
   */
  pipe(destination: NodeJS.WritableStream): void;
  settle(datum: DeferredDatum): void;
  abort(reason: unknown): void;
}

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
    // React would send large regions late, by script, even when they are ready.
    ...(isWhole ? { progressiveChunkSize: Infinity } : { nonce }),
    onShellReady: onShell,
    onAllReady: onComplete,
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
  // The same number of siblings as in `ApplicationRoot`: `useId` derives ids from the place in the
  // tree.
  return (
    <>
      {null}
      <PageTree application={application} places={[place]} />
      {null}
    </>
  );
}
