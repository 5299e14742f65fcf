import type { PageData, SegmentData } from '#page-protocol';
import { createPageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { Loaded } from '../page-data/page-loader.ts';
import { createPrefetcher } from '../prefetch/prefetcher.ts';
import type { PrefetchKind, PrefetchRequest } from '../prefetch/prefetch-request.ts';
import { takePage, toHeldSegment, toSegment } from './answers.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeScheduler } from './fake-scheduler.ts';
import { FakeWindow } from './fake-window.ts';
import { IdleQueue } from './idle-queue.ts';
import { turn } from './turn.ts';

interface Request {
  readonly url: string;
  readonly held: readonly string[];
  readonly prefetch: string;
  readonly signal: AbortSignal;
  readonly resolve: (loaded: Loaded | undefined) => void;
  isAnswered?: boolean;
}

/**
 * A prefetcher at `/` with a hand-made server. Pages are at `/<pattern>/<name>`, and each pattern
 * has one layout.
 */
export class PrefetchHarness {
  readonly browser = new FakeWindow('http://localhost/');
  readonly clock = new FakeClock();
  readonly scheduler = new FakeScheduler();
  readonly cache = createPageCache(this.clock, new IdleQueue().runWhenIdle);
  readonly anticipated: string[] = [];
  readonly ready: string[] = [];
  readonly requests: Request[] = [];
  readonly first = this.take('/', [toSegment('frame'), toSegment('/')]);
  readonly where = { page: this.first };
  readonly prefetcher = createPrefetcher({
    window: this.browser.window,
    cache: this.cache,
    scheduler: this.scheduler,
    code: { prepare: (url) => ({ shape: this.prepare(url), views: [], layouts: [] }) },
    where: this.where,
    listHeld: (url) =>
      this.cache.listHeld(url, this.where.page.segments.slice(0, -1), this.prepare(url)),
    loadPage: (url, held, { signal, prefetch = '' }) =>
      new Promise((resolve) => this.requests.push({ url, held, prefetch, signal, resolve })),
    prepare: (url) => this.ready.push(url),
  });

  see(kind: PrefetchKind, ...urls: readonly string[]): PrefetchRequest[] {
    return urls.map((url) => {
      const request: PrefetchRequest = { url, kind };
      this.prefetcher.requests.add(request);
      this.prefetcher.consider();
      return request;
    });
  }

  leave(...requests: readonly PrefetchRequest[]): void {
    for (const request of requests) this.prefetcher.requests.delete(request);
    this.prefetcher.consider();
  }

  hover(request?: PrefetchRequest): void {
    this.prefetcher.hovered = request;
    this.prefetcher.consider();
  }

  invalidate(tags?: readonly string[]): void {
    this.cache.invalidate(tags);
    this.prefetcher.renew();
  }

  pass(ms: number): void {
    this.clock.pass(ms);
    this.scheduler.pass(ms);
  }

  get asked(): string[] {
    return this.requests.map(({ url, prefetch }) =>
      url === prefetch ? `page ${url}` : `shape of ${url}`,
    );
  }

  get inFlight(): Request[] {
    return this.requests.filter(({ signal, isAnswered }) => !signal.aborted && !isAnswered);
  }

  get(url: string): Request {
    const request = this.requests.findLast((each) => each.url === url);
    if (!request) throw new Error(`Nothing was asked of ${url}.`);
    return request;
  }

  async answer(...urls: readonly string[]): Promise<void> {
    for (const url of urls) {
      const { prefetch } = this.get(url);
      const page = prefetch === url ? [toSegment(url, { tags: [url] })] : [];
      this.answerWith(url, { page: this.take(prefetch, [...this.layoutsOf(url), ...page]) });
    }
    await turn();
  }

  async answerBoth(...urls: readonly string[]): Promise<void> {
    for (const url of urls) {
      await this.answer(url);
      await this.answer(url);
    }
  }

  async end(url: string, loaded: Loaded | undefined): Promise<void> {
    this.answerWith(url, loaded);
    await turn();
  }

  take(url: string, segments: SegmentData[], rest: Partial<PageData> = {}): ShownPage {
    return takePage(this.cache, url, segments, rest);
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
