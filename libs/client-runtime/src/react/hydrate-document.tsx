import { documentRootId } from '#page-protocol';
import type { Clock, DocumentPayload, Scheduler } from '#page-protocol';
import { hydrateRoot } from 'react-dom/client';
import type { CodeLoaderOptions } from '../code/code-loader.ts';
import type { ViewRegistry } from '../code/view-registry.ts';
import { createRuntime } from '../create-runtime.ts';
import type { Router } from '../router/router.ts';
import { createDeferredData } from '../deferred/deferred-data.ts';
import { showCanonicalAddress } from '../hydration/address-bar.ts';
import { receiveDeferred } from '../hydration/deferred-queue.ts';
import { flashKey, keep } from '../history/tab-storage.ts';
import { reloadOnce } from '../hydration/reload-once.ts';
import { ApplicationRoot } from './application-root.tsx';
import type { View } from './context.ts';
import { createObservable } from '../observable.ts';
import { createReactStage } from './react-stage.ts';

export interface HydrationOptions {
  readonly window: Window;
  readonly payload: DocumentPayload;
  readonly views: ViewRegistry<View>;
  readonly loadRest?: CodeLoaderOptions<unknown>['loadRest'];
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /**
   * Called once for every error that React meets, caught or not, and for code that did not arrive.
   * React does not log these errors to the console, so this function has to.
   */
  readonly onError: (error: unknown) => void;
}

/**
 * Makes the server's document interactive, also while it is still streaming. Resolves with the
 * router. Resolves with undefined when the visitor leaves, or when the document reloads because
 * code is missing. Rejects when code is missing even after a reload, and when the document is not
 * from this application.
 *
 * ```tsx
 * const payload = readDocumentPayload(document);
 * const clock = new SystemClock();
 * const scheduler = new SystemScheduler();
 * const request: typeof fetch = (...args) => fetch(...args);
 * await hydrateDocument({ window, payload, views, fetch: request, clock, scheduler, onError });
 * ```
 */
export async function hydrateDocument(options: HydrationOptions): Promise<Router | undefined> {
  const { window, payload, views, onError } = options;
  const { basePath, page, settled } = payload;
  const flash = createObservable(payload.flash);
  const deferred = createDeferredData(page.segments, settled);
  receiveDeferred(window, options.scheduler, deferred);
  showCanonicalAddress(window, basePath + page.url);
  let isLeaving: boolean | undefined;
  const noteLeaving = (): void => {
    isLeaving = true;
  };
  window.addEventListener('beforeunload', noteLeaving);
  try {
    await Promise.all(page.segments.map(({ view }) => views.load(view)));
  } catch (error) {
    // Firefox and WebKit abort imports when the visitor leaves. A reload would replace the
    // visitor's navigation.
    if (!isLeaving) {
      if (!reloadOnce(options)) throw error;
      onError(error);
    }
    return undefined;
  }
  // Firefox keeps no document with this listener in the back/forward cache.
  window.removeEventListener('beforeunload', noteLeaving);
  const stage = createReactStage(window);
  const { scene, ...runtime } = createRuntime({ ...options, deferred, flash, stage });
  const nonce = window.document.querySelector<HTMLElement>('script[nonce]')?.nonce;
  const application = { ...payload, views, flash, nonce, ...runtime };
  const root = (
    <ApplicationRoot application={application} stage={stage} picture={{ scenes: [scene] }} />
  );
  const onReactError = (error: unknown): void => {
    onError(error);
    const told = flash.get();
    // A translator or an extension has moved nodes that React changes.
    if ((error as Error | null)?.name === 'NotFoundError' && reloadOnce(options) && told)
      keep(window, flashKey + basePath, JSON.stringify(told));
  };
  const container = window.document.getElementById(documentRootId) as HTMLElement;
  hydrateRoot(container, root, {
    onCaughtError: onReactError,
    onUncaughtError: onReactError,
    onRecoverableError: onError,
  });
  return runtime.router;
}
