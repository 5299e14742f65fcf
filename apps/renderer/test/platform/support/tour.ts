import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { openBrowser, watchErrors } from '../../../../../test/support/browser.ts';
import { eventually } from '../../../../../test/support/eventually.ts';
import { Tabs } from '../../../../../test/support/tabs.ts';
import { startSpecPlatform } from './spec-platform.ts';
import type { SpecPlatform, SpecPlatformOptions } from './spec-platform.ts';

/** As React hides a page that is kept. */
const KEPT = '[style*="none !important"]';

/** A request for page data. */
export interface DataRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Of the code that asks. */
  readonly build: string;
  /** Keys of the segments that need not be sent. */
  readonly held: readonly string[];
  readonly request: Request;
}

/** One that nobody waits for. */
export interface PrefetchRequest extends DataRequest {
  readonly kind: string;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Done to the page before it loads. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /**
   * With no other page in its process. One that another could reach is not kept for back and forward, and offline
   * reaches the tabs of a context one after the other.
   */
  readonly alone?: boolean;
}

/** A visitor on a page of the fixture's tours, and what the browser asked the server for on the way. */
export class Tour {
  /** What was asked for because the visitor waited for it, or saw what was old. */
  readonly data: DataRequest[] = [];
  readonly prefetches: PrefetchRequest[] = [];
  /** Path and query of every document. */
  readonly documents: string[] = [];
  readonly errors: string[];

  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.errors = watchErrors(page);
    page.on('request', (request) => this.#note(request));
  }

  /** Of the page that is seen: those that are kept for back and forward are in the document, too. */
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

  /** Loads a document at that address, and waits until it is alive. */
  async visit(address: string): Promise<void> {
    await this.page.goto(address);
    await this.live();
  }

  async live(): Promise<void> {
    await this.page.locator('[data-live=true]').waitFor({ state: 'attached' });
  }

  /** By the control of the page's form that has this name: `Follow`, `Replace`, `Push`, … */
  async go(address: string, control = 'Follow'): Promise<void> {
    await this.byLabel('to').fill(address);
    await this.press(control);
  }

  async press(control: string): Promise<void> {
    const form = this.page.getByRole('form', { name: 'go' });
    await form.locator('a,button').filter({ hasText: control }).click();
  }

  /** Waits until the page of that heading is shown. */
  async shows(heading: string): Promise<void> {
    const shown = this.page.getByRole('heading', { level: 1, name: heading, exact: true });
    await shown.waitFor().catch(async (cause) => {
      throw new Error(`No "${heading}": ${JSON.stringify(await this.#describe())}`, { cause });
    });
  }

  async back(heading: string): Promise<void> {
    // Not at once: where it leads to another document, this one would not answer any more.
    await this.page.evaluate(() => void setTimeout(() => history.back()));
    await this.shows(heading);
  }

  async forward(heading: string): Promise<void> {
    await this.page.evaluate(() => void setTimeout(() => history.forward()));
    await this.shows(heading);
  }

  /** Waits until what has this test id says so. */
  async says(testId: string, text: string): Promise<void> {
    const said = this.byTestId(testId).getByText(text, { exact: true });
    // What says nothing takes no room.
    await said.waitFor({ state: 'attached' });
  }

  async text(testId: string): Promise<string> {
    return (await this.byTestId(testId).textContent()) ?? '';
  }

  /** Entries of the tab's history. */
  entries(): Promise<number> {
    return this.page.evaluate(() => history.length);
  }

  /** Path, query and fragment that the address bar shows. */
  get address(): string {
    const { pathname, search, hash } = new URL(this.page.url());
    return pathname + search + hash;
  }

  /** Forgets what was asked for. */
  forget(): void {
    this.data.length = this.prefetches.length = this.documents.length = 0;
  }

  /** What helps to find out why a page is not shown. */
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
    // The browser's own following of a redirect.
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

/** The fixture's platform, and a browser for its visitors. One for a suite. */
export class Tours {
  readonly #tabs: Tabs;

  readonly platform: SpecPlatform;
  readonly browser: Browser;
  /** Where the platform listens, without a slash at the end. */
  readonly origin: string;

  private constructor(platform: SpecPlatform, browser: Browser, origin: string) {
    this.platform = platform;
    this.browser = browser;
    this.origin = origin;
    // What moves is left out unless it is asked for.
    this.#tabs = new Tabs(browser, origin, { reducedMotion: 'reduce' });
  }

  static async start(options?: SpecPlatformOptions, browser = openBrowser()): Promise<Tours> {
    const platform = await startSpecPlatform(options);
    return new Tours(platform, await browser, await platform.listen());
  }

  /** A visitor of its own, at that path, on a page that is alive and has asked for nothing since. */
  async open(path = '/tours/a/stops/1', options: OpenOptions = {}): Promise<Tour> {
    const tour = await this.enter(options);
    await tour.visit(this.origin + path);
    tour.forget();
    return tour;
  }

  /** At that stop, come by all before it. */
  async openAt(last: string, options?: OpenOptions): Promise<Tour> {
    const tour = await this.open('/tours/a/stops/1', options);
    for (let stop = 2; stop <= Number(last); stop += 1) {
      await tour.go(`/tours/a/stops/${stop}`);
      await tour.shows(`stop ${stop}`);
    }
    tour.forget();
    return tour;
  }

  /** A visitor of its own, on an empty page. Whoever prepares it may change the browser for later ones, and has their own. */
  async enter({ prepare, alone = false, ...options }: OpenOptions = {}): Promise<Tour> {
    const isOwn = alone || prepare !== undefined || Object.keys(options).length > 0;
    const page = await this.#tabs.open(isOwn ? { own: options } : {});
    await prepare?.(page);
    return new Tour(page);
  }

  /** Lets go on what waits, or is about to wait, at that gate. */
  async openGate(name: string): Promise<void> {
    const { script } = this.platform;
    await eventually(`${name} is waited at`, () => script.isWaiting(name));
    script.open(name);
  }

  /** The visitors go. */
  async close(): Promise<void> {
    await this.#tabs.clear();
    this.platform.log.length = 0;
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.platform.end();
  }
}

/** Whether what the fragment names can be seen whole. */
export function isInView({ page }: Tour, fragment: string): Promise<boolean> {
  return page.evaluate((id) => {
    const { top, bottom } = (document.getElementById(id) as Element).getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  }, fragment.slice(1));
}
