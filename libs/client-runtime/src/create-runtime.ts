import type { Clock, DocumentPayload, Scheduler } from '#shared';
import { Announcer } from './announcer/announcer.ts';
import { progressTexts } from './announcer/progress-texts.ts';
import { PageCache } from './cache/page-cache.ts';
import { TabChannel } from './cache/tab-channel.ts';
import { CodeLoader } from './code/code-loader.ts';
import type { ViewRegistry } from './code/view-registry.ts';
import type { DeferredData } from './deferred/deferred-data.ts';
import { BrowserHistory } from './history/browser-history.ts';
import { EntryMemory } from './history/entry-memory.ts';
import { TypedInputWatch } from './history/typed-input.ts';
import { repeatEarlyClicks } from './hydration/early-clicks.ts';
import { NavigationProgress } from './navigation/navigation-progress.ts';
import { Navigator } from './navigation/navigator.ts';
import { PageLoader } from './navigation/page-loader.ts';
import { Place } from './navigation/place.ts';
import { Router } from './navigation/router.ts';
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
  const progress = new NavigationProgress(scheduler);
  const memory = new EntryMemory(window);
  const cache = new PageCache({ clock, runWhenIdle: (task) => whenIdle(window, task) });
  const code = new CodeLoader(options);
  const announcer = new Announcer(document);
  const history = new BrowserHistory(window);
  const typed = new TypedInputWatch(document);
  const place = new Place({ window, basePath, applicationName, history, memory, announcer, typed });
  const page = cache.take(payload.page, deferred);
  if (!page) throw new Error('The document lacks data.');
  const loader = new PageLoader({ fetch, basePath, build: payload.page.build, cache });
  const parts = { window, basePath, place, cache, loader, code, progress, stage };
  const navigator = new Navigator(parts, page);
  const tabs = new TabChannel(`errata${basePath}`, (tags) => navigator.invalidate(tags));
  place.enter(page);
  history.listen({
    onTraverse: () => navigator.traverse(),
    onForeign: () => navigator.follow(),
  });
  progress.subscribe(() => {
    const { state } = progress.get();
    if (state === 'slow' || state === 'held') announcer.announce(progressTexts[state]);
  });
  window.addEventListener('pagehide', () => {
    tabs.close();
    place.remember();
    memory.store();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    tabs.open();
    if (!persisted) return;
    // The browser had kept the page: what changed meanwhile it was not told.
    navigator.settle();
    void navigator.refresh({ isFresh: true });
  });
  const onShown = (): void => {
    place.refill();
    queueMicrotask(() => repeatEarlyClicks(window));
    whenIdle(window, () => void code.learn(() => fetch(routeTable)));
  };
  return {
    scene: { page, address: history.address, onShown },
    router: new Router({ window, basePath, navigator, progress, tabs }),
  };
}
