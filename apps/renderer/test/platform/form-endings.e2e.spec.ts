import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser } from '../../../../test/support/browser.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { Tabs } from '../../../../test/support/tabs.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { Proxy } from '../support/proxy.ts';
import { Tickets } from './product/tickets/tickets.ts';
import { holdPlatform } from './support/spec-platform.ts';

const UNEXPECTED = 'An unexpected response was received from the server.';
const BROWSER_ERROR = 'chrome-error://chromewebdata/';

/**
 * Tries one form with every ending, with scripts and without. Other specs check the HTTP answers to
 * forms (actions.e2e.spec.ts) and the runtime's handling of them.
 */
describe.each([
  ['without scripts', false],
  ['with scripts', true],
])('a form, %s', (_how, hasScripts) => {
  const platform = holdPlatform({ options: { visitor: () => 'somebody' } });
  let proxy: Proxy;
  let browser: Browser;
  let tabs: Tabs;
  let tickets: Tickets;
  /** The ticket that only this spec changes. */
  let id: string;
  let page: Page;
  let documents: string[];

  beforeAll(async () => {
    tickets = platform.app.get(Tickets, { strict: false });
    proxy = await Proxy.start(await platform.listen());
    browser = await openBrowser();
    tabs = new Tabs(browser, proxy.origin, {
      javaScriptEnabled: hasScripts,
      reducedMotion: 'reduce',
    });
  });

  beforeEach(async () => {
    proxy.setBehaviour('pass');
    id = tickets.open();
    page = await openTicket();
    documents = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url());
    });
  });

  afterEach(() => tabs.clear());

  afterAll(async () => {
    await browser.close();
    await proxy.kill();
  });

  async function openTicket(): Promise<Page> {
    const opened = await tabs.open();
    await opened.goto(`${proxy.origin}/tickets/${id}`);
    // The code that sends forms, and listens to other tabs, loads when the browser is idle.
    if (hasScripts) await opened.waitForFunction(hasLatePart);
    return opened;
  }

  async function send(to = ''): Promise<void> {
    await page.getByLabel('note').fill('all well');
    await page.getByLabel('to').fill(to);
    await page.getByRole('button', { name: 'Settle' }).click({ noWaitAfter: true });
  }

  const told = (at: Page) => at.getByTestId('told').getByText(`${id} is settled.`);
  const isSettled = (at: Page) => at.getByText('settled: all well', { exact: true }).waitFor();
  const shows = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  const countDone = (): number => tickets.get(id).history.length;
  const isDone = () => eventually('it is done', () => countDone() === 1);
  const isHeld = (count: number) =>
    eventually(`${count} are under way`, () => proxy.heldCount === count);

  async function isDoneOnce(): Promise<void> {
    await isSettled(page);
    expect(countDone()).toBe(1);
  }

  it('is done once, though the button is pressed again while it is under way', async () => {
    const again = await locateForClick(page.getByRole('button', { name: 'Settle' }));
    proxy.setBehaviour('hold');
    await send();
    await isHeld(1);
    await again();
    // A browser without scripts sends the form again. The runtime recognises the repeated
    // submission.
    if (!hasScripts) await isHeld(2);
    await Promise.all(Array.from({ length: proxy.heldCount }, (_, index) => proxy.release(index)));
    await isDoneOnce();
    expect(proxy.heldCount).toBe(hasScripts ? 1 : 2);
  }, 60_000);

  it('leaves who went on meanwhile where they are, and is done', async () => {
    const goOn = await locateForClick(page.getByRole('link', { name: 'Elsewhere' }));
    proxy.setBehaviour('hold');
    await send();
    await isHeld(1);
    await goOn();
    await shows('board elsewhere');
    await proxy.release(0);
    await isDone();
    if (hasScripts) await told(page).waitFor();
    await shows('board elsewhere');
    expect(page.url()).not.toContain('/tickets/');
  }, 60_000);

  it('may be sent again when a proxy answers 502 in HTML', async () => {
    proxy.setBehaviour('badGateway');
    await send();
    if (hasScripts) await page.getByText(UNEXPECTED).first().waitFor();
    else {
      await shows('Bad Gateway');
      await page.goBack();
    }
    expect(countDone()).toBe(0);
    proxy.setBehaviour('pass');
    await send();
    await isDoneOnce();
  }, 60_000);

  if (hasScripts) {
    describe('a form whose action redirects', () => {
      let witness: Page;

      beforeEach(async () => {
        witness = await openTicket();
        await page.bringToFront();
      });

      async function isRedirectedOnce(): Promise<void> {
        await shows('board there');
        await told(page).waitFor();
        expect(page.url()).toBe(`${proxy.origin}/boards/there?b=2`);
        expect([await told(page).count(), countDone()]).toEqual([1, 1]);
        await isSettled(witness);
        await expectPage(told(witness)).toHaveCount(0);
        await page.bringToFront();
      }

      it('leads where its action leads', async () => {
        await send('/boards/there?b=2');
        await isRedirectedOnce();
        await page.reload();
        await expectPage(told(page)).toHaveCount(0);
      }, 60_000);

      it('leads there when the server is dead, and comes back', async () => {
        await proxy.kill();
        await send('/boards/there?b=2');
        await page.getByText('settling is waiting').waitFor();
        expect(countDone()).toBe(0);
        await proxy.revive();
        await isRedirectedOnce();
      }, 60_000);

      it('leads there when only the answer is lost', async () => {
        proxy.setBehaviour('loseAnswer');
        await send('/boards/there?b=2');
        await page.getByText('settling is waiting').waitFor();
        await isDone();
        proxy.setBehaviour('pass');
        await isRedirectedOnce();
        expect(documents).toEqual([]);
      }, 60_000);
    });

    // A browser without scripts sends only one form at a time in a tab.
    it.each([
      ['in their order', [0, 1]],
      ['the other way round', [1, 0]],
    ])('is done beside another that is sent at once, answered %s', async (_order, order) => {
      proxy.setBehaviour('hold');
      await send();
      await isHeld(1);
      await page.getByLabel('remark').fill('while it is sent');
      await page.getByRole('button', { name: 'Remark' }).click({ noWaitAfter: true });
      await isHeld(2);
      for (const index of order) await proxy.release(index);
      await isSettled(page);
      await page.getByRole('listitem').getByText('while it is sent').waitFor();
      expect([countDone(), documents]).toEqual([2, []]);
    });
  } else {
    // Chromium ignores a reload while it changes to its error page.
    const isUnreachable = () =>
      page.waitForFunction(
        (url) => location.href === url && document.readyState === 'complete',
        BROWSER_ERROR,
        { polling: 20 },
      );

    it('is done once when the server is dead, and comes back', async () => {
      await proxy.kill();
      await send();
      await isUnreachable();
      expect(countDone()).toBe(0);
      await proxy.revive();
      await page.reload();
      await isDoneOnce();
    }, 60_000);

    it('is done once when only the answer is lost', async () => {
      proxy.setBehaviour('loseAnswer');
      await send();
      await isUnreachable();
      await isDone();
      proxy.setBehaviour('pass');
      await page.reload();
      await isDoneOnce();
    }, 60_000);

    it('takes a file', async () => {
      const file = { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };
      await page.getByLabel('file').setInputFiles(file);
      await send();
      await page.getByText('with words.txt').waitFor();
      await isDoneOnce();
    }, 60_000);
  }
});

function hasLatePart(): boolean {
  const loaded = performance.getEntriesByType('resource');
  return loaded.some(({ name }) => name.includes('/late-part'));
}

/**
 * Returns a function that clicks with the mouse. The driver's own click would wait for the page
 * that is still loading.
 */
async function locateForClick(locator: Locator): Promise<() => Promise<void>> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error('There is nothing to click on.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return () => locator.page().mouse.click(x, y);
}
