import type { Clock, DocumentPayload, Flash, Scheduler } from '#page-protocol';
import { createLateActions } from './actions/actions.ts';
import type { Challenge } from './actions/challenge.ts';
import { createSubmissions } from './actions/submissions.ts';
import type { Submissions } from './actions/submissions.ts';
import { createAnnouncer } from './announcer/announcer.ts';
import { createBlocker } from './blocker/blocker.ts';
import { createPageCache } from './cache/page-cache.ts';
import type { ShownPage } from './cache/shown-page.ts';
import { createTabChannel } from './cache/tab-channel.ts';
import { createVisitor, isAfterBack } from './cache/visitor.ts';
import { createCodeLoader } from './code/code-loader.ts';
import type { CodeLoaderOptions } from './code/code-loader.ts';
import type { ViewRegistry } from './code/view-registry.ts';
import type { DeferredData } from './deferred/deferred-data.ts';
import { createBrowserHistory } from './history/browser-history.ts';
import { createEntryMemory } from './history/entry-memory.ts';
import { createSnapshotTaker } from './history/snapshot.ts';
import { findClicks, repeatClicks } from './hydration/early-clicks.ts';
import type { LatePart } from './late-part.ts';
import { createLate } from './load-late.ts';
import type { Late } from './load-late.ts';
import { loadWhenIdle } from './load-when-idle.ts';
import { createCourse } from './navigation/course.ts';
import { createNavigationProgress } from './navigation/navigation-progress.ts';
import { createNavigator } from './navigation/navigator.ts';
import type { Navigator } from './navigation/navigator.ts';
import { createPlace } from './navigation/place.ts';
import { createVisits } from './navigation/visits.ts';
import { createCurrentPage } from './navigation/current-page.ts';
import { createRouter } from './router/router.ts';
import { createObservable } from './observable.ts';
import { outliveDocument } from './outlive-document.ts';
import { createLatePrefetch } from './prefetch/prefetch.ts';
import type { Router } from './router/router.ts';
import type { Scene, Stage } from './navigation/stage.ts';
import type { OwnObservable } from './observable.ts';
import { runtimeTexts } from './runtime-texts.ts';
import { whenIdle } from './when-idle.ts';

export interface RuntimeOptions {
  readonly window: Window;
  readonly payload: DocumentPayload;
  readonly deferred: DeferredData;
  readonly views: ViewRegistry<unknown>;
  readonly loadRest?: CodeLoaderOptions<unknown>['loadRest'];
  readonly stage: Stage;
  readonly flash: OwnObservable<Flash | undefined>;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Called with errors that the visitor does not see, such as code that did not arrive. */
  readonly onError: (error: unknown) => void;
}

export interface Runtime {
  readonly router: Router;
  readonly submissions: Submissions;
  readonly scene: Scene;
}

export function createRuntime(options: RuntimeOptions): Runtime {
  const { window, payload, stage } = options;
  const { page: answer, basePath } = payload;
  const { document } = window;
  findClicks(window)?.stop();
  const runWhenIdle = (task: () => void): void => whenIdle(window, task);
  const prefetch = createLatePrefetch();
  const late: Late<LatePart> = createLate(() =>
    import('./late-part.ts').then((code) => code.createLatePart({ ...parts, router })),
  );
  const made = {
    ...payload,
    ...options,
    late,
    build: answer.build,
    announce: createAnnouncer(document, options.scheduler),
    snapshots: createSnapshotTaker(window, () => void late.load().catch(Boolean)),
    memory: createEntryMemory(window, basePath),
    blocker: createBlocker(window),
    progress: createNavigationProgress(options.scheduler),
    code: createCodeLoader({ ...options, late }),
    cache: createPageCache(options.clock, runWhenIdle),
    history: createBrowserHistory(
      window,
      () => place.remember(),
      () => navigator.traverse(),
      () => {
        made.snapshots.forget();
        navigator.follow();
      },
    ),
    prefetch,
    submissions: createSubmissions(payload.action),
    challenge: createObservable<Challenge | undefined>(undefined),
  };
  const { snapshots, progress, history } = made;
  // A document contains all its segments, so `take` always returns a page.
  const page = made.cache.take(answer, options.deferred) as ShownPage;
  const place = createPlace(made);
  const tabs = createTabChannel(`pages${basePath}`, (tags) => invalidate(tags));
  /** Hides what belongs to another visitor, and loads the document again. */
  const startOver = (): void => {
    const left = snapshots.take();
    document.documentElement.hidden = true;
    place.forget();
    void late.load().then(
      (part) => part.renew(left),
      () => window.location.reload(),
    );
  };
  const where = createCurrentPage(page);
  const visitor = createVisitor(window, {
    ...payload,
    onNew() {
      made.memory.forget();
      tabs.tell();
    },
  });
  const own = { ...made, tabs, place, where, visitor, course: createCourse(stage) };
  const parts = { ...own, visits: createVisits(own) };
  const navigator = createNavigator(parts);
  const invalidate: Navigator['invalidate'] = (...changes) => {
    if (visitor.isOther()) startOver();
    else navigator.invalidate(...changes);
  };
  const router = createRouter({
    ...parts,
    navigator,
    actions: createLateActions(made),
    // Live updates are not urgent, so their code waits until the browser is idle.
    live: () => new Promise<void>(runWhenIdle).then(late.load).then((part) => part.live.load()),
  });
  if (payload.mayPrefetch === false) prefetch.stop();
  if (isAfterBack(window) && visitor.isOther()) startOver();
  place.enter(page);
  progress.subscribe(() => {
    const text = runtimeTexts[progress.get().state];
    if (text) made.announce(text);
  });
  outliveDocument({ ...parts, invalidate });
  const onShown = (): void => {
    queueMicrotask(() => {
      // The address from the server lacks the fragment.
      stage.move(history.address());
      place.restore(true);
      history.scroll('manual');
      // When deferred data change the document, more of the snapshot can be restored.
      const changes = { childList: true, attributes: true, subtree: true };
      new MutationObserver(snapshots.resume).observe(document, changes);
    });
    void repeatClicks(window, document);
    runWhenIdle(() => void loadWhenIdle(parts));
  };
  const scene = { page, stay: 0, address: basePath + page.url, onShown };
  return { scene, submissions: made.submissions, router };
}
