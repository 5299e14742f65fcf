import { documentRootId } from '#shared';
import type { Clock, DocumentPayload, Scheduler } from '#shared';
import { hydrateRoot } from 'react-dom/client';
import type { ViewRegistry } from '../code/view-registry.ts';
import { createRuntime } from '../create-runtime.ts';
import type { Router } from '../router/router.ts';
import { createDeferredData } from '../deferred/deferred-data.ts';
import { showCanonicalAddress } from '../hydration/address-bar.ts';
import { receiveDeferred } from '../hydration/deferred-queue.ts';
import { noteAlive, reloadOnce } from '../hydration/reload-once.ts';
import { ApplicationRoot } from './application-root.tsx';
import type { View } from './context.ts';
import { createObservable } from '../observable.ts';
import { createReactStage } from './react-stage.ts';

export interface HydrationOptions {
  readonly window: Window;
  /** What the document was rendered from. */
  readonly payload: DocumentPayload;
  readonly views: ViewRegistry<View>;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /**
   * Told of every error that React met, caught by a boundary or not, and of code that did not arrive, each
   * once. React writes none of them to the console then, where the text that a visitor sees sends them:
   * this has to.
   */
  readonly onError: (error: unknown) => void;
}

/**
 * Takes over the document that the server rendered; one that is still being streamed as far as it is
 * there, the rest as it arrives. When a view's code does not arrive, the document is loaded again, once, unless the
 * visitor has begun to leave it.
 * Resolves with the page's router when React has been given the tree, and with undefined where the document is left; rejects when the code does not arrive then either, or the
 * document is not one of ours.
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
    // Firefox and WebKit end imports then. A reload would take the place of where the visitor goes.
    if (!isLeaving) {
      if (!reloadOnce(window)) throw error;
      onError(error);
    }
    return undefined;
  }
  // Firefox keeps no document for back that listens to it.
  window.removeEventListener('beforeunload', noteLeaving);
  const stage = createReactStage(window);
  const { scene, ...runtime } = createRuntime({ ...options, deferred, flash, stage });
  const nonce = window.document.querySelector<HTMLElement>('script[nonce]')?.nonce;
  const application = { basePath, views, flash, nonce, ...runtime };
  const root = (
    <ApplicationRoot application={application} stage={stage} picture={{ scenes: [scene] }} />
  );
  // React throws where it is not there.
  const container = window.document.getElementById(documentRootId) as HTMLElement;
  hydrateRoot(container, root, {
    onCaughtError: onError,
    onUncaughtError: onError,
    onRecoverableError: onError,
  });
  noteAlive(window);
  return runtime.router;
}
