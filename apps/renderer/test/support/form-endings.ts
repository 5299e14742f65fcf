import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { openBrowser } from '../../../../test/support/browser.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { Proxy } from './proxy.ts';

/** What is triaged by a form of its own; nobody else does anything to it. */
export interface Subject {
  /** Of the page with the form. */
  readonly path: string;
  /** Types what there is to type. */
  fill?(page: Page): Promise<void>;
  /** Does it. */
  button(page: Page): Locator;
  isDone(page: Page): Promise<void>;
  /** Does something else to it, by a form of the same page. */
  sendOther(page: Page): Promise<void>;
  isOtherDone(page: Page): Promise<void>;
  /** Types what cannot be accepted, and sends it. */
  sendInvalid(page: Page): Promise<void>;
  saysWhatIsWrong(page: Page): Promise<void>;
  /** Types what can be. */
  correct(page: Page): Promise<void>;
  /** A field for something else, which is not sent with it. */
  unsent(page: Page): Locator;
  /** How often something was done to it. */
  countDone(): Promise<number>;
  /** Waits, elsewhere, until the page that the link leads to knows what was done; with scripts. */
  isKnownElsewhere(page: Page): Promise<void>;
  /** Sends the form whose action leads elsewhere. */
  sendLeading(page: Page): Promise<void>;
  /** It was done, and led where it leads, which tells so. */
  isLed(page: Page): Promise<void>;
  /** The page of the leading form is no more as it was before, for who goes back. */
  isNewBehind(page: Page): Promise<void>;
  /** How often it is told on the page that is shown. */
  countTold(page: Page): Promise<number>;
  /** How often the leading form was taken for done. */
  countLed(): Promise<number>;
  /** A page of this path shows whether that was done: not so before, and then so. */
  readonly witness: {
    readonly path: string;
    isOpen(page: Page): Promise<void>;
    isSettled(page: Page): Promise<void>;
  };
  /** Whoever sends may not any more. */
  loseRight(): Promise<void>;
  /** By somebody else, in a browser of their own. */
  deleteElsewhere(browser: Browser, origin: string): Promise<void>;
  endSession(): Promise<void>;
  /** By the form that is shown. */
  signIn(page: Page): Promise<void>;
  /** Does it with a file, and waits until the page knows of that. */
  sendFile?(page: Page): Promise<void>;
  /** Puts back what it has changed for others. */
  restore?(): Promise<void>;
}

export interface Whereabouts {
  /** Where the browser will find the server. */
  readonly address: string;
  readonly hasScripts: boolean;
}

export interface Stage {
  /** Where the server listens. */
  readonly origin: string;
  /** By whoever has the right. */
  enter(context: BrowserContext, where: Whereabouts): Promise<Subject>;
  /** A link of the form's page to another, and the heading of that. */
  readonly link: string;
  readonly linkedHeading: string;
  /** How the form says that it waits for the connection. */
  readonly waiting: string;
  end(): Promise<void>;
}

const UNEXPECTED = 'An unexpected response was received from the server.';
/** What Chromium shows in place of a page that does not come. */
const BROWSER_ERROR = 'chrome-error://chromewebdata/';

/** Tries one form by everything that it can end in: each with scripts and without. */
export function describeEndings(
  what: string,
  { start, takesFile }: { start: () => Promise<Stage>; takesFile: boolean },
): void {
  describe.each([
    ['without scripts', false],
    ['with scripts', true],
  ])(`${what}, %s`, (_how, hasScripts) => {
    let stage: Stage;
    let proxy: Proxy;
    let browser: Browser;
    let page: Page;
    let subject: Subject;
    /** Addresses of those that were asked for once the first page was there. */
    let documents: string[];

    beforeAll(async () => {
      stage = await start();
      proxy = await Proxy.start(stage.origin);
      browser = await openBrowser();
    });

    beforeEach(async () => {
      proxy.meet('pass');
      const context = await browser.newContext({
        javaScriptEnabled: hasScripts,
        reducedMotion: 'reduce',
      });
      subject = await stage.enter(context, { address: proxy.origin, hasScripts });
      page = await openPage(context);
    });

    afterEach(async () => {
      await page.context().close();
      await subject.restore?.();
    });

    afterAll(async () => {
      await browser.close();
      await proxy.kill();
      await stage.end();
    });

    async function openPage(context: BrowserContext): Promise<Page> {
      const opened = await context.newPage();
      await opened.goto(proxy.origin + subject.path);
      if (hasScripts) await opened.waitForFunction(hasActionsPart);
      documents = [];
      opened.on('request', (request) => {
        if (request.isNavigationRequest()) documents.push(request.url());
      });
      return opened;
    }

    async function send(): Promise<void> {
      await subject.fill?.(page);
      await subject.button(page).click({ noWaitAfter: true });
    }

    const shows = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

    const isHeld = (count: number) =>
      eventually(`${count} are under way`, () => proxy.heldCount === count);

    /** Chromium takes no reload while it changes to that page. */
    async function isUnreachable(): Promise<void> {
      await page.waitForFunction(
        (url) => location.href === url && document.readyState === 'complete',
        BROWSER_ERROR,
        { polling: 20 },
      );
    }

    async function isDoneOnce(): Promise<void> {
      await subject.isDone(page);
      expect(await subject.countDone()).toBe(1);
    }

    const scenario = (name: string, run: () => Promise<void>) => it(name, run, 60_000);

    scenario('is done', async () => {
      await send();
      await isDoneOnce();
      expect(page.url()).toBe(proxy.origin + subject.path);
      expect(documents.length > 0).toBe(!hasScripts);
      await page.reload();
      await isDoneOnce();
    });

    scenario('says what cannot be accepted, and is done when it can', async () => {
      await subject.sendInvalid(page);
      await subject.saysWhatIsWrong(page);
      expect(await subject.countDone()).toBe(0);
      await subject.correct(page);
      await isDoneOnce();
    });

    scenario('is refused to who has lost the right in between: 403', async () => {
      await subject.loseRight();
      await send();
      await shows('Not allowed');
      expect(await subject.countDone()).toBe(0);
    });

    scenario('is not found when what it is about was deleted elsewhere: 404', async () => {
      await subject.deleteElsewhere(browser, proxy.origin);
      await send();
      await shows('Not found');
      expect(await subject.countDone()).toBe(0);
    });

    scenario('asks who is not signed in any longer to sign in: 401', async () => {
      await subject.unsent(page).fill('half a thought');
      await subject.endSession();
      await send();
      await subject.signIn(page);
      if (!hasScripts) {
        await page.goto(proxy.origin + subject.path);
        await send();
      }
      await isDoneOnce();
      if (!hasScripts) return;
      expect(await subject.unsent(page).inputValue()).toBe('half a thought');
      expect(documents).toEqual([]);
    });

    /** Another tab of the same browser, where it is not done yet. */
    async function openWitness(): Promise<Page> {
      const witness = await page.context().newPage();
      await witness.goto(proxy.origin + subject.witness.path);
      await subject.witness.isOpen(witness);
      // It listens to other tabs by then.
      if (hasScripts) await witness.waitForFunction(hasActionsPart);
      await page.bringToFront();
      return witness;
    }

    /** Where it leads, told once, done once, and known to the other tab. */
    async function isLedOnce(witness: Page): Promise<void> {
      await subject.isLed(page);
      expect(await subject.countTold(page)).toBe(1);
      expect(await subject.countLed()).toBe(1);
      if (!hasScripts) await witness.reload();
      await subject.witness.isSettled(witness);
      expect(await subject.countTold(witness)).toBe(0);
      await page.bringToFront();
    }

    scenario('leads where its action leads', async () => {
      const witness = await openWitness();
      await subject.sendLeading(page);
      await isLedOnce(witness);
      await page.reload();
      expect(await subject.countTold(page)).toBe(0);
    });

    // A browser by itself shows its own copy.
    if (hasScripts) {
      scenario('shows what became of its page to who goes back from where it led', async () => {
        await subject.sendLeading(page);
        await subject.isLed(page);
        await page.goBack();
        await subject.isNewBehind(page);
      });
    }

    scenario('leads there when the server is dead, and comes back', async () => {
      const witness = await openWitness();
      await proxy.kill();
      await subject.sendLeading(page);
      if (hasScripts) await page.getByText(stage.waiting).first().waitFor();
      else await isUnreachable();
      expect(await subject.countLed()).toBe(0);
      await proxy.revive();
      if (!hasScripts) await page.reload();
      await isLedOnce(witness);
    });

    // A browser by itself has no key: what it sends again is another.
    if (hasScripts) {
      scenario('leads there when only the answer is lost', async () => {
        const witness = await openWitness();
        proxy.meet('loseAnswer');
        await subject.sendLeading(page);
        await page.getByText(stage.waiting).first().waitFor();
        await eventually('it is done', async () => (await subject.countLed()) === 1);
        proxy.meet('pass');
        await isLedOnce(witness);
        expect(documents).toEqual([]);
      });
    }

    scenario('is done once, though the button is pressed again while it is under way', async () => {
      const again = await aim(subject.button(page));
      proxy.meet('hold');
      await send();
      await isHeld(1);
      await again();
      // A browser by itself sends it again; the runtime knows that it is the same.
      if (!hasScripts) await isHeld(2);
      const releases = Array.from({ length: proxy.heldCount }, (_, index) => proxy.release(index));
      await Promise.all(releases);
      await isDoneOnce();
      expect(proxy.heldCount).toBe(hasScripts ? 1 : 2);
    });

    scenario('leaves who went on meanwhile where they are, and is done', async () => {
      const goOn = await aim(page.getByRole('link', { name: stage.link, exact: true }).first());
      proxy.meet('hold');
      await send();
      await isHeld(1);
      await goOn();
      await shows(stage.linkedHeading);
      await proxy.release(0);
      await eventually('it is done', async () => (await subject.countDone()) === 1);
      // A browser by itself has dropped the answer.
      if (hasScripts) await subject.isKnownElsewhere(page);
      await shows(stage.linkedHeading);
      expect(page.url()).not.toContain(subject.path);
    });

    it.each([
      ['in their order', [0, 1]],
      ['the other way round', [1, 0]],
    ])('is done beside another that is sent at once, answered %s', async (_order, order) => {
      // A browser by itself does one thing at a time in a tab.
      const other = hasScripts ? page : await openPage(page.context());
      proxy.meet('hold');
      await send();
      await isHeld(1);
      await subject.sendOther(other);
      await isHeld(2);
      for (const index of order) await proxy.release(index);
      await subject.isDone(page);
      await subject.isOtherDone(other);
      expect(await subject.countDone()).toBe(2);
      // What was answered last knows of both.
      const last = order[1] === 0 ? page : other;
      await subject.isDone(last);
      await subject.isOtherDone(last);
      if (hasScripts) expect(documents).toEqual([]);
    });

    scenario('is done once when the server is dead, and comes back', async () => {
      await proxy.kill();
      await send();
      if (hasScripts) await page.getByText(stage.waiting).first().waitFor();
      else await isUnreachable();
      expect(await subject.countDone()).toBe(0);
      await proxy.revive();
      if (!hasScripts) await page.reload();
      await isDoneOnce();
    });

    scenario('is done once when only the answer is lost', async () => {
      proxy.meet('loseAnswer');
      await send();
      if (hasScripts) await page.getByText(stage.waiting).first().waitFor();
      else await isUnreachable();
      await eventually('it is done', async () => (await subject.countDone()) === 1);
      proxy.meet('pass');
      if (!hasScripts) await page.reload();
      await isDoneOnce();
    });

    scenario('may be sent again when a proxy answers 502 in HTML', async () => {
      proxy.meet('badGateway');
      await send();
      if (hasScripts) await page.getByText(UNEXPECTED).first().waitFor();
      else {
        await shows('Bad Gateway');
        await page.goBack();
      }
      expect(await subject.countDone()).toBe(0);
      proxy.meet('pass');
      await send();
      await isDoneOnce();
    });

    if (takesFile) {
      scenario('takes a file', async () => {
        await subject.sendFile?.(page);
        await isDoneOnce();
      });
    }
  });
}

/** Forms are sent by code that comes when the browser is idle. */
function hasActionsPart(): boolean {
  const loaded = performance.getEntriesByType('resource');
  return loaded.some(({ name }) => name.includes('/actions-part'));
}

/** Gives what clicks there. By hand: the driver would wait for the page that is on its way. */
async function aim(locator: Locator): Promise<() => Promise<void>> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error('There is nothing to click on.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return () => locator.page().mouse.click(x, y);
}
