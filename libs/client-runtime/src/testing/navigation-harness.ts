import type { PageData, SegmentData } from '#page-protocol';
import { createBlocker } from '../blocker/blocker.ts';
import type { Blocker } from '../blocker/blocker.ts';
import { createPageCache } from '../cache/page-cache.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { toDestination } from '../address/destination.ts';
import { createCourse } from '../navigation/course.ts';
import { createFindShell } from '../navigation/find-shell.ts';
import { createVisitRunner } from '../navigation/visit-runner.ts';
import type { CurrentPage } from '../navigation/current-page.ts';
import type { VisitRunner } from '../navigation/visit-runner.ts';
import { createListHeld } from '../navigation/list-held.ts';
import { createNavigationProgress } from '../navigation/navigation-progress.ts';
import type { NavigationProgress } from '../navigation/navigation-progress.ts';
import { createNavigator } from '../navigation/navigator.ts';
import type { GoOptions, Navigator } from '../navigation/navigator.ts';
import type { Loaded } from '../page-data/page-loader.ts';
import { createPreparation } from '../navigation/preparation.ts';
import { createRedirect } from '../navigation/redirect.ts';
import { createShowPage } from '../navigation/show-page.ts';
import { createVisits } from '../navigation/visits.ts';
import { createCurrentPage } from '../navigation/current-page.ts';
import type { CodeLoader, Expected } from '../code/code-loader.ts';
import { createViewRegistry } from '../code/view-registry.ts';
import type { OutOfSight } from '../history/out-of-sight.ts';
import { takePage, toHeldSegment, toSegment } from './answers.ts';
import { FakeClock } from './fake-clock.ts';
import { FakePlace } from './fake-place.ts';
import { FakeScheduler } from './fake-scheduler.ts';
import { FakeStage } from './fake-stage.ts';
import { FakeWindow } from './fake-window.ts';
import { IdleQueue } from './idle-queue.ts';
import { turn } from './turn.ts';

const BASE_PATH = '/base';

const NO_BOXES: OutOfSight = { prepare: () => () => {}, commit: () => {}, changed: () => {} };

interface Request {
  readonly url: string;
  readonly held: readonly string[];
  readonly signal: AbortSignal;
  readonly isBackground?: boolean | undefined;
  readonly resolve: (loaded: Loaded | undefined) => void;
}

class FakeCode implements CodeLoader<VisitRunner> {
  readonly anticipated: string[] = [];
  readonly waiting: Promise<boolean>[] = [];

  readonly start = async (): Promise<void> => {};

  readonly views = new Map<string, readonly string[]>();

  readonly prepare = (url: string): Expected => {
    this.anticipated.push(url);
    const views = this.views.get(url) ?? [];
    return { shape: ` ${url}`, views, layouts: views.map(() => url) };
  };

  constructor(readonly find: () => VisitRunner) {}

  readonly load = async (): Promise<VisitRunner | false> =>
    ((await this.waiting.shift()) ?? true) && this.find();

  keepWaiting(): (hasCode: boolean) => void {
    let end: (hasCode: boolean) => void = () => {};
    this.waiting.push(new Promise((resolve) => (end = resolve)));
    return end;
  }
}

class FakePrefetch {
  readonly calls: string[] = [];
  readonly ahead = new Map<string, Promise<unknown>>();

  constructor(private readonly harness: { readonly where: CurrentPage }) {}

  readonly hold = (url: string): Promise<unknown> | undefined => {
    this.calls.push(`give way to ${url}`);
    return this.ahead.get(url);
  };

  readonly resume = (): void => void this.calls.push(`go on at ${this.harness.where.page.url}`);

  readonly renew = (): void => void this.calls.push('renew');
}

/**
 * A navigator at `/base/a` with a hand-made server. Each page is a frame around the page's own
 * segment.
 */
export class NavigationHarness {
  readonly browser = new FakeWindow(`http://localhost${BASE_PATH}/a`);
  readonly clock = new FakeClock();
  readonly scheduler = new FakeScheduler();
  readonly stage = new FakeStage();
  readonly code = new FakeCode(() => this.runner);
  readonly place = new FakePlace(this.browser, BASE_PATH);
  readonly progress: NavigationProgress = createNavigationProgress(this.scheduler);
  readonly cache: PageCache = createPageCache(this.clock, new IdleQueue().runWhenIdle);
  readonly blocker: Blocker = createBlocker(this.browser.window);
  readonly requests: Request[] = [];
  failures = 0;
  readonly errors: unknown[] = [];
  readonly first: ShownPage = this.take('/a', [toSegment('frame'), toSegment('/a')]);
  readonly prefetch = new FakePrefetch(this);
  readonly loading = ['frame.view', 'inner.view', '/b.view loading', 'inner.view loading'];
  readonly where = createCurrentPage(this.first);
  readonly visitor = { isOther: (): boolean => false };
  private readonly parts = {
    visitor: this.visitor,
    scheduler: this.scheduler,
    window: this.browser.window,
    basePath: BASE_PATH,
    place: this.place,
    cache: this.cache,
    code: this.code,
    prefetch: this.prefetch,
    progress: this.progress,
    stage: this.stage,
    blocker: this.blocker,
    where: this.where,
    course: createCourse(this.stage),
  };
  private readonly preparation = createPreparation(this.parts);
  readonly listHeld = createListHeld(this.parts);
  readonly visits = createVisits(this.parts);
  readonly runner = this.makeVisitRunner();
  readonly navigator: Navigator = this.createNavigator();

  go(address: string, options?: GoOptions): void {
    const to = toDestination(`${BASE_PATH}${address}`, this.browser.location.href, BASE_PATH);
    if (!to?.page) throw new Error(`No page: ${address}`);
    this.navigator.go(to.page, options);
  }

  /** Goes to a page, and has it answered and shown. */
  async visit(address: string, options?: GoOptions, answer?: AnswerOptions): Promise<void> {
    this.go(address, options);
    await this.show(answer);
  }

  async goHeld(address: string, options?: GoOptions): Promise<void> {
    this.go(address, options);
    await this.finish();
  }

  async goAnswered(address: string, loaded?: Loaded, options?: GoOptions): Promise<void> {
    this.go(address, options);
    await this.answerWith(loaded);
  }

  prepare(url: string): Promise<void> {
    return this.preparation.prepare(url, NO_BOXES);
  }

  traverse(steps: number): void {
    this.browser.go(steps);
  }

  async step(steps: number): Promise<void> {
    this.traverse(steps);
    await this.finish();
  }

  get request(): Request {
    const request = this.requests.at(-1);
    if (!request) throw new Error('Nothing was asked for.');
    return request;
  }

  async answer({
    request = this.request,
    url = request.url,
    data = { of: url },
    tags = [],
    ...rest
  }: AnswerOptions = {}): Promise<void> {
    const segments = [toSegment('frame'), toSegment(url, { data, tags })].map((segment) =>
      request.held.includes(segment.key) ? toHeldSegment(segment.key) : segment,
    );
    request.resolve({ page: this.take(url, segments, rest) });
    await turn();
  }

  /** Answers a request, and has what it leads to shown. */
  async show(options?: AnswerOptions): Promise<void> {
    await this.answer(options);
    await this.finish();
  }

  async answerWith(loaded: Loaded | undefined, request = this.request): Promise<void> {
    request.resolve(loaded);
    await turn();
  }

  async finish(): Promise<void> {
    await turn();
    this.stage.finish();
    await turn();
  }

  get asked(): string[] {
    return this.requests.map(({ url }) => url);
  }

  /** Changes the history as other code does. */
  change(how: 'pushState' | 'replaceState', address: string, state: unknown = null): void {
    this.browser.history[how](state, '', address);
    this.navigator.follow();
  }

  get shown(): string[] {
    return this.stage.shown.map(({ address }) => address);
  }

  get shownData(): unknown {
    return this.stage.shown.at(-1)?.page.segments.at(-1)?.props['of'];
  }

  take(url: string, segments: SegmentData[], rest: Partial<PageData> = {}): ShownPage {
    return takePage(this.cache, url, segments, rest);
  }

  private makeVisitRunner(): VisitRunner {
    const { parts, visits, listHeld, preparation, place } = this;
    return createVisitRunner({
      ...parts,
      visits,
      listHeld,
      onFailed: () => void (this.failures += 1),
      findShell: createFindShell({
        ...parts,
        views: createViewRegistry(
          undefined,
          new Map(this.loading.map((name) => [name, name] as const)),
        ),
      }),
      redirect: createRedirect(parts),
      showPage: createShowPage({
        ...parts,
        preparation,
        arrive: place.arrive,
        onError: (error) => void this.errors.push(error),
      }),
      loadPage: (url, held, { signal, isBackground }) =>
        new Promise((resolve) => {
          this.requests.push({ url, held, signal, isBackground, resolve });
        }),
    });
  }

  private createNavigator(): Navigator {
    this.place.enter(this.first);
    this.browser.addEventListener('popstate', () => this.navigator.traverse());
    return createNavigator({ ...this.parts, visits: this.visits });
  }
}

interface AnswerOptions extends Partial<PageData> {
  readonly request?: Request;
  readonly data?: unknown;
  readonly tags?: readonly string[];
}
