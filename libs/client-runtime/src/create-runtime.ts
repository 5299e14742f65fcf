import type { Clock, DocumentPayload, Scheduler } from '#shared';
import { createAnnouncer } from './announcer/announcer.ts';
import { createBlocker } from './blocker/blocker.ts';
import { progressTexts } from './navigation/progress-texts.ts';
import { createPageCache } from './cache/page-cache.ts';
import type { ShownPage } from './cache/shown-page.ts';
import { createTabChannel } from './cache/tab-channel.ts';
import { createCodeLoader } from './code/code-loader.ts';
import type { ViewRegistry } from './code/view-registry.ts';
import type { DeferredData } from './deferred/deferred-data.ts';
import { createBrowserHistory } from './history/browser-history.ts';
import { createEntryMemory } from './history/entry-memory.ts';
import { createSnapshotTaker } from './history/snapshot.ts';
import { takeEarlyClicks } from './hydration/early-clicks.ts';
import { createNavigationProgress } from './navigation/navigation-progress.ts';
import { createNavigator } from './navigation/navigator.ts';
import { createPageLoader } from './navigation/page-loader.ts';
import { createPlace } from './navigation/place.ts';
import { createRouter } from './navigation/router.ts';
import { createLinkWatch } from './prefetch/link-watch.ts';
import { createPrefetcher } from './prefetch/prefetcher.ts';
import type { Router } from './navigation/router.ts';
import type { Scene, Stage } from './navigation/stage.ts';
import { whenIdle } from './when-idle.ts';

export interface RuntimeOptions {
  readonly window: Window;
  /** What the document was rendered from. */
  readonly payload: DocumentPayload;
  readonly deferred: DeferredData;
  readonly views: ViewRegistry<unknown>;
  /** Where pages are shown from now on. */
  readonly stage: Stage;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Told what failed although there was another way out: code that did not arrive. */
  readonly onError: (error: unknown) => void;
}

export interface Runtime {
  readonly router: Router;
  /** What the document shows. */
  readonly scene: Scene;
}

/** Puts the actors together for one document, and has them listen to the browser. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const { window, payload, stage, scheduler, clock, deferred, fetch } = options;
  const { basePath, applicationName, routeTable } = payload;
  const { document } = window;
  const repeatClicks = takeEarlyClicks(window);
  const announce = createAnnouncer(document);
  const snapshots = createSnapshotTaker(window);
  const memory = createEntryMemory(window);
  const blocker = createBlocker(window);
  const progress = createNavigationProgress(scheduler);
  const code = createCodeLoader(options);
  const cache = createPageCache(clock, (task) => whenIdle(window, task));
  const history = createBrowserHistory(window, {
    onTraverse: () => navigator.traverse(),
    onForeign() {
      snapshots.leaveOut();
      navigator.follow();
    },
  });
  const place = createPlace({
    window,
    basePath,
    applicationName,
    history,
    memory,
    announce,
    snapshots,
  });
  // A document leaves nothing out.
  const page = cache.take(payload.page, deferred) as ShownPage;
  const { build } = payload.page;
  const onRefused = (): void => prefetcher.stop();
  const loadPage = createPageLoader({ fetch, basePath, build, cache, onRefused });
  const onReady = (url: string): void => void navigator.prepare(url);
  const loading = { window, cache, code, loadPage, scheduler, onReady };
  const prefetcher = createPrefetcher(loading, page);
  const watch = createLinkWatch({ window, basePath, scheduler, prefetcher });
  const parts = {
    window,
    basePath,
    place,
    cache,
    loadPage,
    code,
    prefetcher,
    progress,
    stage,
    blocker,
  };
  const navigator = createNavigator(parts, page);
  const tabs = createTabChannel(`errata${basePath}`, navigator.invalidate);
  if (payload.mayPrefetch === false) prefetcher.stop();
  place.enter(page);
  progress.subscribe(() => {
    const text = progressTexts[progress.get().state];
    if (text) announce(text);
  });
  window.addEventListener('pagehide', () => {
    tabs.close();
    place.remember();
    memory.store();
    // A document that is loaded anew is scrolled by the browser, sooner than we could.
    history.scrollBy('auto');
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // It had kept the page: what changed meanwhile was not told.
    tabs.open();
    history.scrollBy('manual');
    navigator.settle();
    navigator.invalidate();
  });
  const onShown = (): void => {
    // React is not done with the page yet.
    queueMicrotask(() => {
      // The fragment, of which the server knows nothing.
      stage.move(history.address());
      place.restore(true);
      history.scrollBy('manual');
      // Late data, and their hydration, which sets attributes of inputs again.
      const changes = { childList: true, attributes: true, subtree: true };
      new MutationObserver(snapshots.resume).observe(document, changes);
    });
    void repeatClicks();
    whenIdle(window, () => void code.learn(() => fetch(routeTable)).then(prefetcher.start));
  };
  return {
    scene: { page, stay: 0, address: basePath + page.url, onShown },
    router: createRouter({
      window,
      basePath,
      navigator,
      progress,
      blocker,
      tabs,
      prefetcher,
      watch,
      onGo: snapshots.leaveOut,
    }),
  };
}
