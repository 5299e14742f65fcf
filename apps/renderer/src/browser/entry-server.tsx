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
  ['../features/**/views/*.{page,layout,part}.tsx', '../rendering/views/*.{page,layout}.tsx'],
  { eager: true },
);

const named = Object.entries(modules).map(([file, module]) => {
  const name = toViewName(file);
  return [name, toView(module, name)] as const;
});
const views = createViewRegistry<View>(undefined, new Map(named));

export const viewNames: readonly string[] = named.map(([name]) => name);

export const loadingViews: readonly string[] = Object.entries(modules)
  .filter(([, { Loading }]) => Loading)
  .map(([file]) => toViewName(file));

type Page = Omit<DocumentPayload, 'boot'>;

/**
 * Returns the page as HTML. All deferred data must have settled. Throws when a view throws. When
 * that view is inside a Suspense boundary, React silently leaves out its region instead.
 */
export function render(payload: Page, nonce: string): string {
  const deferred = createDeferredData(payload.page.segments, payload.settled);
  return renderToString(toTree(payload, deferred, nonce));
}

export interface StreamOptions {
  readonly nonce: string;
  /** True when the HTML must be complete in itself. Otherwise scripts insert late regions. */
  readonly isWhole?: boolean;
  /**
   * Called once for each error that a view throws. Returns the digest that the browser receives.
   */
  readonly onError: (error: unknown) => string;
}

export interface PageStream {
  /**
   * Resolves once everything except the deferred regions is rendered. Rejects when a view outside
   * of those regions throws.
   */
  readonly shell: Promise<void>;
  readonly complete: Promise<void>;
  /**
   * Writes the shell to `destination`, writes each deferred region once its data have settled, and
   * ends `destination`. Call it once, after `shell` has resolved.
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
    // React would otherwise insert large regions by script, even when they are ready.
    progressiveChunkSize: Infinity,
    nonce: isWhole ? undefined : nonce,
    onShellReady: onShell,
    onAllReady: onComplete,
    onShellError: (error) => onShellError(error),
    onError,
  });
  return { shell, complete, pipe, abort, settle: (datum) => deferred.settle(datum) };
}

function toTree(
  { basePath, person, page, action, flash }: Page,
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
    person,
    views,
    nonce,
    submissions: createSubmissions(action),
    flash: createObservable(flash),
  };
  // `useId` derives ids from the position in the tree, so the siblings must match those in
  // `ApplicationRoot`.
  return (
    <>
      {null}
      <PageTree application={application} places={[place]} />
      {null}
    </>
  );
}
