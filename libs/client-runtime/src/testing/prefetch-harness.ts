import type { PageData, SegmentData } from '#shared';
import { createPageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { Loaded } from '../page-data/page-loader.ts';
import { createPrefetcher } from '../prefetch/prefetcher.ts';
import type { PrefetchKind, Wish } from '../prefetch/wish.ts';
import { toAnswer, toHeldSegment, toSegment } from './answers.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeScheduler } from './fake-scheduler.ts';
import { FakeWindow } from './fake-window.ts';
import { IdleQueue } from './idle-queue.ts';
import { turn } from './turn.ts';

interface Request {
  readonly url: string;
  readonly held: readonly string[];
  /** Its own address, or the name of a shape. */
  readonly prefetch: string;
  readonly signal: AbortSignal;
  readonly resolve: (loaded: Loaded | undefined) => void;
  isAnswered?: boolean;
}

/** A prefetcher at `/`, of an application whose pages `/<pattern>/<name>` have a layout a pattern, with a server made by hand. */
export class PrefetchHarness {
  readonly browser = new FakeWindow('http://localhost/');
  readonly clock = new FakeClock();
  readonly scheduler = new FakeScheduler();
  readonly idle = new IdleQueue();
  readonly cache = createPageCache(this.clock, this.idle.runWhenIdle);
  /** Addresses whose code was asked for, each as often as it was. */
  readonly anticipated: string[] = [];
  /** Pages that it was said of that they are there for who is about to go to them. */
  readonly ready: string[] = [];
  /** Oldest first. */
  readonly requests: Request[] = [];
  readonly first = this.take('/', [toSegment('frame'), toSegment('/')]);
  /** What the document shows. */
  shown = this.first;
  readonly prefetcher = createPrefetcher({
    window: this.browser.window,
    cache: this.cache,
    scheduler: this.scheduler,
    code: { prepare: (url) => ({ shape: this.prepare(url), views: [] }) },
    navigator: {
      shown: () => this.shown,
    },
    listHeld: (url) =>
      this.cache.listHeld(url, this.shown.segments.slice(0, -1), this.prepare(url)),
    loadPage: (url, held, { signal, prefetch = '' }) =>
      new Promise((resolve) => this.requests.push({ url, held, prefetch, signal, resolve })),
    prepare: (url) => this.ready.push(url),
  });

  /** Links to these addresses come into view, one after the other. */
  see(kind: PrefetchKind, ...urls: readonly string[]): Wish[] {
    return urls.map((url) => {
      const wish: Wish = { url, kind };
      this.prefetcher.wishes.add(wish);
      this.prefetcher.consider();
      return wish;
    });
  }

  leave(...wishes: readonly Wish[]): void {
    for (const wish of wishes) this.prefetcher.wishes.delete(wish);
    this.prefetcher.consider();
  }

  hover(wish?: Wish): void {
    this.prefetcher.hovered = wish;
    this.prefetcher.consider();
  }

  invalidate(tags?: readonly string[]): void {
    this.cache.invalidate(tags);
    this.prefetcher.renew();
  }

  /** Time as everybody sees it. */
  pass(ms: number): void {
    this.clock.pass(ms);
    this.scheduler.pass(ms);
  }

  /** What was asked for: `shape of /a/1` or `page /a/1`, oldest first. */
  get asked(): string[] {
    return this.requests.map(({ url, prefetch }) =>
      url === prefetch ? `page ${url}` : `shape of ${url}`,
    );
  }

  get inFlight(): Request[] {
    return this.requests.filter(({ signal, isAnswered }) => !signal.aborted && !isAnswered);
  }

  /** The newest for that address. */
  get(url: string): Request {
    const request = this.requests.findLast((each) => each.url === url);
    if (!request) throw new Error(`Nothing was asked of ${url}.`);
    return request;
  }

  /** Answers the newest requests for these addresses as the server does. */
  async answer(...urls: readonly string[]): Promise<void> {
    for (const url of urls) {
      const { prefetch } = this.get(url);
      const page = prefetch === url ? [toSegment(url, { tags: [url] })] : [];
      this.answerWith(url, { page: this.take(prefetch, [...this.layoutsOf(url), ...page]) });
    }
    await turn();
  }

  /** Answers the shapes of these, then their pages, which were asked for by then. */
  async answerBoth(...urls: readonly string[]): Promise<void> {
    for (const url of urls) {
      // The page is asked for when the shape is there.
      await this.answer(url);
      await this.answer(url);
    }
  }

  async end(url: string, loaded: Loaded | undefined): Promise<void> {
    this.answerWith(url, loaded);
    await turn();
  }

  take(url: string, segments: SegmentData[], rest: Partial<PageData> = {}): ShownPage {
    const { data, deferred } = toAnswer(url, segments, rest);
    const page = this.cache.take(data, deferred);
    if (!page) throw new Error('A segment is held that the cache does not hold.');
    return page;
  }

  private layoutsOf(url: string): SegmentData[] {
    const { held } = this.get(url);
    const keys = ['frame', `layout ${toPattern(url)}`];
    return keys.map((key) =>
      held.includes(key) ? toHeldSegment(key) : toSegment(key, { tags: [key] }),
    );
  }

  private answerWith(url: string, loaded: Loaded | undefined): void {
    const request = this.get(url);
    request.isAnswered = true;
    request.resolve(loaded);
  }

  private prepare(url: string): string {
    this.anticipated.push(url);
    return url.startsWith('/no-page') ? '' : `^/${toPattern(url)}`;
  }
}

function toPattern(url: string): string {
  return url.split('/')[1] ?? '';
}
