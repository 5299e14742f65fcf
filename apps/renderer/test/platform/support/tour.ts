import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { openBrowser, watchErrors } from '../../../../../test/support/browser.ts';
import { eventually } from '../../../../../test/support/eventually.ts';
import { Tabs } from '../../../../../test/support/tabs.ts';
import { startSpecPlatform } from './spec-platform.ts';
import type { SpecPlatform, SpecPlatformOptions } from './spec-platform.ts';

/** React hides a kept page with this style. */
const KEPT = '[style*="none !important"]';

export interface DataRequest {
  readonly method: string;
  readonly url: string;
  readonly build: string;
  readonly held: readonly string[];
  readonly request: Request;
}

/** A request that no visitor waits for. */
export interface PrefetchRequest extends DataRequest {
  readonly kind: string;
}

export interface OpenOptions extends BrowserContextOptions {
  readonly prepare?: (page: Page) => Promise<unknown>;
  /**
   * True for a page that has its process to itself. Browsers keep no page for back and forward that
   * another page can reach, and offline mode would affect other tabs of the context.
   */
  readonly alone?: boolean;
}

export class Tour {
  /** Requests for a navigation or for stale data that is shown. */
  readonly data: DataRequest[] = [];
  readonly prefetches: PrefetchRequest[] = [];
  readonly documents: string[] = [];
  readonly errors: string[];

  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.errors = watchErrors(page);
    page.on('request', (request) => this.#note(request));
  }

  /** Narrows a locator to the visible page, because kept pages are in the document as well. */
  seen(locator: Locator): Locator {
    return locator.and(this.page.locator(`:not(${KEPT}, ${KEPT} *)`));
  }

  byLabel(label: string): Locator {
    return this.seen(this.page.getByLabel(label, { exact: true }));
  }

  byText(text: string | RegExp, options?: { readonly exact?: boolean }): Locator {
    return this.seen(this.page.getByText(text, options));
  }

  byTestId(id: string): Locator {
    return this.seen(this.page.getByTestId(id));
  }

  async visit(address: string): Promise<void> {
    await this.page.goto(address);
    await this.live();
  }

  async live(): Promise<void> {
    await this.page.locator('[data-live=true]').waitFor({ state: 'attached' });
  }

  /** Goes to an address with a control of the page's form: `Follow`, `Replace`, `Push`, … */
  async go(address: string, control = 'Follow'): Promise<void> {
    await this.byLabel('to').fill(address);
    await this.press(control);
  }

  async press(control: string): Promise<void> {
    const form = this.page.getByRole('form', { name: 'go' });
    await form.locator('a,button').filter({ hasText: control }).click();
  }

  async shows(heading: string): Promise<void> {
    const shown = this.page.getByRole('heading', { level: 1, name: heading, exact: true });
    await shown.waitFor().catch(async (cause) => {
      throw new Error(`No "${heading}": ${JSON.stringify(await this.#describe())}`, { cause });
    });
  }

  async back(heading: string): Promise<void> {
    // The delay lets this script end before the document is left, because it could not answer after
    // that.
    await this.page.evaluate(() => void setTimeout(() => history.back()));
    await this.shows(heading);
  }

  async forward(heading: string): Promise<void> {
    await this.page.evaluate(() => void setTimeout(() => history.forward()));
    await this.shows(heading);
  }

  async says(testId: string, text: string): Promise<void> {
    const said = this.byTestId(testId).getByText(text, { exact: true });
    // An empty element takes no room and is never visible.
    await said.waitFor({ state: 'attached' });
  }

  async text(testId: string): Promise<string> {
    return (await this.byTestId(testId).textContent()) ?? '';
  }

  entries(): Promise<number> {
    return this.page.evaluate(() => history.length);
  }

  get address(): string {
    const { pathname, search, hash } = new URL(this.page.url());
    return pathname + search + hash;
  }

  forget(): void {
    this.data.length = this.prefetches.length = this.documents.length = 0;
  }

  async #describe() {
    const { documents, errors, address } = this;
    const heading = await this.seen(this.page.locator('h1')).allTextContents();
    const asked = [...this.prefetches, ...this.data].map(({ url, request }) => {
      const { responseEnd } = request.timing();
      return `${url} ${request.failure()?.errorText ?? (responseEnd < 0 ? 'pending' : 'ended')}`;
    });
    return { address, heading, documents, asked, errors };
  }

  #note(request: Request): void {
    // Redirected requests are left out, because the browser itself follows a redirect.
    if (request.redirectedFrom()) return;
    const { pathname, search } = new URL(request.url());
    const url = pathname + search;
    const state = request.headers()['router-state'];
    if (state !== undefined) {
      const [build = '', ...held] = state.split(' ');
      const data = { method: request.method(), url, build, held, request };
      const kind = request.headers()['router-prefetch'];
      if (kind === undefined) this.data.push(data);
      else this.prefetches.push({ ...data, kind });
    } else if (request.isNavigationRequest()) this.documents.push(url);
  }
}

export class Tours {
  #tabs!: Tabs;
  platform!: SpecPlatform;
  browser!: Browser;
  origin!: string;

  async start(
    options?: SpecPlatformOptions,
    browser?: Parameters<typeof openBrowser>[0],
  ): Promise<void> {
    const opening = openBrowser(browser);
    this.platform = await startSpecPlatform(options);
    this.browser = await opening;
    this.origin = await this.platform.listen();
    // Animations are off unless a spec asks for them.
    this.#tabs = new Tabs(this.browser, this.origin, { reducedMotion: 'reduce' });
  }

  /** Opens a path for a new visitor. Resolves once the page is hydrated, with no requests noted. */
  async open(path = '/tours/a/stops/1', options: OpenOptions = {}): Promise<Tour> {
    const tour = await this.enter(options);
    await tour.visit(this.origin + path);
    tour.forget();
    return tour;
  }

  async openAt(last: string, options?: OpenOptions): Promise<Tour> {
    const tour = await this.open('/tours/a/stops/1', options);
    for (let stop = 2; stop <= Number(last); stop += 1) {
      await tour.go(`/tours/a/stops/${stop}`);
      await tour.shows(`stop ${stop}`);
    }
    tour.forget();
    return tour;
  }

  /**
   * Opens an empty page for a new visitor. A visitor with options or `prepare` has a browser
   * context of their own, because these would affect later visitors.
   */
  async enter({ prepare, alone = false, ...options }: OpenOptions = {}): Promise<Tour> {
    const isOwn = alone || prepare !== undefined || Object.keys(options).length > 0;
    const page = await this.#tabs.open(isOwn ? { own: options } : {});
    await prepare?.(page);
    return new Tour(page);
  }

  async openGate(name: string): Promise<void> {
    const { script } = this.platform;
    await eventually(`${name} is waited at`, () => script.isWaiting(name));
    script.open(name);
  }

  async close(): Promise<void> {
    await this.#tabs.clear();
    this.platform.log.length = 0;
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.platform.end();
  }
}

/** Starts tours before the specs of a `describe`, closes their pages after each, and ends with all. */
export function holdTours(...options: Parameters<Tours['start']>): Tours {
  const tours = new Tours();
  beforeAll(() => tours.start(...options));
  afterEach(() => tours.close());
  afterAll(() => tours.end());
  return tours;
}

export function isInView({ page }: Tour, fragment: string): Promise<boolean> {
  return page.evaluate((id) => {
    const { top, bottom } = (document.getElementById(id) as Element).getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  }, fragment.slice(1));
}
