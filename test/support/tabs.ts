import { afterEach } from '@jest/globals';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from 'playwright-core';
import { openBrowser, openAt } from './browser.ts';
import { hold } from './hold.ts';

/** Path of the page that opens the tabs. Every app answers it, without any script. */
const OPENER_PATH = '/health/live';

export interface TabOptions {
  /** Cookie of the visitor, as `<name>=<value>`. */
  readonly cookie?: string;
  /** Opens the tab in a browser context of its own, which `clear` closes. */
  readonly own?: BrowserContextOptions;
}

interface Shared {
  readonly context: BrowserContext;
  readonly opener: Page;
  readonly devtools: CDPSession;
}

/**
 * Tabs of visitors who come one after the other, in one browser context. Chromium starts a process
 * for each new context and for each tab that Playwright opens, which takes half of the CPU of a
 * page. A tab that `window.open` makes runs in the process of the page that opened it.
 *
 * Offline mode, routes and permissions stay on the context, and a response that comes after its tab
 * was closed may still set a cookie. Both would reach the next visitor, so a spec that needs them
 * opens its tab with `own`.
 */
export class Tabs {
  readonly #own: BrowserContext[] = [];
  #shared: Promise<Shared> | undefined;

  constructor(
    private readonly browser: Browser,
    private readonly origin: string,
    private readonly options: BrowserContextOptions = {},
  ) {}

  /** Opens an empty tab with a history of its own and no opener. Calls must not overlap. */
  async open({ cookie, own }: TabOptions = {}): Promise<Page> {
    if (own) {
      const context = await this.browser.newContext({ ...this.options, ...own });
      this.#own.push(context);
      await this.#giveCookie(context, cookie);
      return context.newPage();
    }
    const { context, opener } = await (this.#shared ??= this.#share());
    await this.#giveCookie(context, cookie);
    const [opened] = await Promise.all([
      opener.waitForEvent('popup'),
      opener.evaluate(() => {
        const tab = window.open('about:blank');
        if (tab) tab.opener = null;
      }),
    ]);
    return opened;
  }

  /** Opens a tab at a path. Resolves once its runtime listens, where it has scripts. */
  async visit(path: string, options: TabOptions = {}): Promise<Page> {
    const page = await this.open(options);
    await openAt(page, this.origin + path);
    return page;
  }

  /**
   * Closes the tabs and clears cookies and storage, so that the next tab is of a new visitor. The
   * cache stays, because it holds nothing but assets, whose names change with their content.
   */
  async clear(): Promise<void> {
    await Promise.all(this.#own.splice(0).map((context) => context.close()));
    if (!this.#shared) return;
    const { context, opener, devtools } = await this.#shared;
    const tabs = context.pages().filter((page) => page !== opener);
    await Promise.all(tabs.map((page) => page.close()));
    await Promise.all([
      context.clearCookies(),
      devtools.send('Storage.clearDataForOrigin', { origin: this.origin, storageTypes: 'all' }),
    ]);
  }

  async #share(): Promise<Shared> {
    const context = await this.browser.newContext(this.options);
    const opener = await context.newPage();
    await opener.goto(this.origin + OPENER_PATH);
    return { context, opener, devtools: await context.newCDPSession(opener) };
  }

  async #giveCookie(context: BrowserContext, cookie?: string): Promise<void> {
    const [name = '', value = ''] = cookie?.split('=') ?? [];
    if (name) await context.addCookies([{ name, value, url: this.origin }]);
  }
}

export interface Site {
  readonly browser: Browser;
  readonly origin: string;
  readonly tabs: Tabs;
  end(): Promise<void>;
}

/**
 * Opens a browser for the specs of a suite. Its tabs visit the address that `listen` gives, and
 * each spec begins without a tab.
 */
export function holdTabs(
  listen: () => string | Promise<string>,
  options: BrowserContextOptions = {},
): Site {
  const site = hold(async () => {
    const [origin, browser] = await Promise.all([listen(), openBrowser()]);
    const tabs = new Tabs(browser, origin, options);
    return { browser, origin, tabs, end: () => browser.close() };
  });
  afterEach(() => site.tabs.clear());
  return site;
}
