import type { Clock, DocumentPayload, RouteTable, Scheduler } from '#shared';
import { Announcer } from './announcer/announcer.ts';
import { progressTexts } from './announcer/progress-texts.ts';
import { PageCache } from './cache/page-cache.ts';
import type { ShownPage } from './cache/shown-page.ts';
import { TabChannel } from './cache/tab-channel.ts';
import { CodeLoader } from './code/code-loader.ts';
import type { ViewRegistry } from './code/view-registry.ts';
import type { DeferredData } from './deferred/deferred-data.ts';
import { BrowserHistory } from './history/browser-history.ts';
import { EntryMemory } from './history/entry-memory.ts';
import { TypedInputWatch } from './history/typed-input.ts';
import { repeatEarlyClicks } from './hydration/early-clicks.ts';
import { Connection } from './navigation/connection.ts';
import { Departure } from './navigation/departure.ts';
import { NavigationProgress } from './navigation/navigation-progress.ts';
import { Navigator } from './navigation/navigator.ts';
import { PageClient } from './navigation/page-client.ts';
import { PageReception } from './navigation/page-reception.ts';
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
  const { window, payload, stage, scheduler, clock } = options;
  const { basePath } = payload;
  const progress = new NavigationProgress(scheduler);
  const departure = new Departure(window);
  const memory = new EntryMemory(window);
  const cache = new PageCache({ clock, runWhenIdle: (task) => whenIdle(window, task) });
  const code = new CodeLoader(options);
  const announcer = new Announcer(window.document);
  const history = new BrowserHistory(window);
  const place = createPlace(options, { history, memory, announcer });
  const page = takeDocument(options, cache);
  const alive = (): void => {
    place.refill();
    queueMicrotask(() => repeatEarlyClicks(window));
    whenIdle(window, () => void learnRoutes(options, code));
  };
  const scene: Scene = { page, address: history.address, onShown: alive };
  const navigator = new Navigator(
    {
      origin: window.location.origin,
      basePath,
      client: new PageClient({ ...options, basePath, build: payload.page.build }),
      reception: new PageReception(cache),
      connection: new Connection(window),
      ...{ history, place, cache, code, progress, departure, stage },
    },
    scene,
  );
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
  keepWhileAway(window, { tabs, place, memory, navigator });
  return { scene, router: new Router({ window, basePath, navigator, progress, tabs, departure }) };
}

function createPlace(
  { window, payload }: RuntimeOptions,
  parts: {
    readonly history: BrowserHistory;
    readonly memory: EntryMemory;
    readonly announcer: Announcer;
  },
): Place {
  const { basePath, applicationName } = payload;
  const typed = new TypedInputWatch(window.document);
  return new Place({ window, basePath, applicationName, typed, ...parts });
}

function takeDocument({ payload, deferred }: RuntimeOptions, cache: PageCache): ShownPage {
  const page = cache.take(payload.page, deferred);
  if (!page) throw new Error('The document does not carry all of its data.');
  return page;
}

function keepWhileAway(
  window: Window,
  {
    tabs,
    place,
    memory,
    navigator,
  }: {
    readonly tabs: TabChannel;
    readonly place: Place;
    readonly memory: EntryMemory;
    readonly navigator: Navigator;
  },
): void {
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
}

/** Without it code is loaded when the data has said which. */
async function learnRoutes({ payload, fetch }: RuntimeOptions, code: CodeLoader): Promise<void> {
  try {
    const answer = await fetch(payload.routeTable);
    if (answer.ok) code.learn((await answer.json()) as RouteTable);
  } catch {
    // A connection that broke, or the next build in place of this one.
  }
}
