import type { Browser, Page } from 'playwright-core';
import { openBrowser, openAt } from '../../../../test/support/browser.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { LiveStreams } from '../../src/rendering/index.ts';
import { Triage } from './triage.ts';

/**
 * A console with a browser whose pages follow changes. Each spec has one page and must end with no
 * listener left.
 */
export class LiveConsole {
  private constructor(
    readonly triage: Triage,
    readonly origin: string,
    readonly browser: Browser,
    readonly streams: LiveStreams,
  ) {}

  static async start(): Promise<LiveConsole> {
    const triage = await Triage.start();
    const origin = await triage.listen();
    const streams = triage.renderer.app.get(LiveStreams, { strict: false });
    return new LiveConsole(triage, origin, await openBrowser(), streams);
  }

  /** Opens a path with this cookie. Resolves once the runtime listens to clicks. */
  async visit(page: Page, path: string, cookie: string): Promise<void> {
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: this.origin }]);
    await openAt(page, this.origin + path);
  }

  /** Opens a path and waits until its page listens for changes. No other page may be listening. */
  async open(page: Page, path: string, cookie = this.triage.people.ann.cookie): Promise<void> {
    await this.visit(page, path, cookie);
    await eventually('it listens', () => this.streams.size === 1);
  }

  async close(page: Page): Promise<void> {
    await page.context().close();
    await eventually('nobody listens', () => this.streams.size === 0);
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.triage.renderer.end();
  }
}
