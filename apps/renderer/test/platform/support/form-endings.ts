import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser } from '../../../../../test/support/browser.ts';
import { eventually } from '../../../../../test/support/eventually.ts';
import { Tabs } from '../../../../../test/support/tabs.ts';
import { Proxy } from '../../support/proxy.ts';

/** An object that only one form of the page changes. */
export interface Subject {
  readonly path: string;
  fill?(page: Page): Promise<void>;
  button(page: Page): Locator;
  isDone(page: Page): Promise<void>;
  sendOther(page: Page): Promise<void>;
  isOtherDone(page: Page): Promise<void>;
  countDone(): Promise<number>;
  /** Waits on another page until it shows the change. Only called with scripts. */
  isKnownElsewhere(page: Page): Promise<void>;
  sendRedirectingForm(page: Page): Promise<void>;
  isRedirected(page: Page): Promise<void>;
  /** Waits until the page of the redirecting form shows its new state, after going back. */
  isUpdatedOnBack(page: Page): Promise<void>;
  countFlashMessages(page: Page): Promise<number>;
  countRedirected(): Promise<number>;
  readonly witness: {
    readonly path: string;
    isOpen(page: Page): Promise<void>;
    isSettled(page: Page): Promise<void>;
  };
  sendFile(page: Page): Promise<void>;
}

export interface Stage {
  readonly origin: string;
  createSubject(): Subject;
  /** Name of a link to another page, and the heading of that page. */
  readonly link: string;
  readonly linkedHeading: string;
  /** Text with which the form says that it waits for the connection. */
  readonly waiting: string;
  end(): Promise<void>;
}

const UNEXPECTED = 'An unexpected response was received from the server.';
const BROWSER_ERROR = 'chrome-error://chromewebdata/';

class Trial {
  stage!: Stage;
  proxy!: Proxy;
  browser!: Browser;
  tabs!: Tabs;
  page!: Page;
  subject!: Subject;
  documents: string[] = [];

  constructor(
    private readonly startStage: () => Promise<Stage>,
    readonly hasScripts: boolean,
  ) {}

  async start(): Promise<void> {
    this.stage = await this.startStage();
    this.proxy = await Proxy.start(this.stage.origin);
    this.browser = await openBrowser();
    this.tabs = new Tabs(this.browser, this.proxy.origin, {
      javaScriptEnabled: this.hasScripts,
      reducedMotion: 'reduce',
    });
  }

  async begin(): Promise<void> {
    this.proxy.setBehaviour('pass');
    this.subject = this.stage.createSubject();
    this.page = await this.openPage();
  }

  finish(): Promise<void> {
    return this.tabs.clear();
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.proxy.kill();
    await this.stage.end();
  }

  async openPage(): Promise<Page> {
    const opened = await this.tabs.open();
    await opened.goto(this.proxy.origin + this.subject.path);
    if (this.hasScripts) await opened.waitForFunction(hasLatePart);
    this.documents = [];
    opened.on('request', (request) => {
      if (request.isNavigationRequest()) this.documents.push(request.url());
    });
    return opened;
  }

  async send(): Promise<void> {
    await this.subject.fill?.(this.page);
    await this.subject.button(this.page).click({ noWaitAfter: true });
  }

  shows(name: string): Promise<void> {
    return this.page.getByRole('heading', { name, exact: true }).waitFor();
  }

  async isHeld(count: number): Promise<void> {
    await eventually(`${count} are under way`, () => this.proxy.heldCount === count);
  }

  /** Chromium ignores a reload while it changes to its error page. */
  async isUnreachable(): Promise<void> {
    await this.page.waitForFunction(
      (url) => location.href === url && document.readyState === 'complete',
      BROWSER_ERROR,
      { polling: 20 },
    );
  }

  async isDoneOnce(): Promise<void> {
    await this.subject.isDone(this.page);
    expect(await this.subject.countDone()).toBe(1);
  }

  async openWitness(): Promise<Page> {
    const witness = await this.tabs.open();
    await witness.goto(this.proxy.origin + this.subject.witness.path);
    await this.subject.witness.isOpen(witness);
    // The tab listens to other tabs once its late part is loaded.
    await witness.waitForFunction(hasLatePart);
    await this.page.bringToFront();
    return witness;
  }

  async isRedirectedOnce(witness: Page): Promise<void> {
    const { page, subject } = this;
    await subject.isRedirected(page);
    expect(await subject.countFlashMessages(page)).toBe(1);
    expect(await subject.countRedirected()).toBe(1);
    await subject.witness.isSettled(witness);
    expect(await subject.countFlashMessages(witness)).toBe(0);
    await page.bringToFront();
  }
}

const scenario = (name: string, run: () => Promise<void>): void => it(name, run, 60_000);

/**
 * Tries one form with every ending, with scripts and without. Other specs check the HTTP answers to
 * forms (actions.e2e.spec.ts) and the runtime's handling of them.
 */
export function describeEndings(what: string, start: () => Promise<Stage>): void {
  describe.each([
    ['without scripts', false],
    ['with scripts', true],
  ])(`${what}, %s`, (_how, hasScripts) => {
    const trial = new Trial(start, hasScripts);

    beforeAll(() => trial.start());
    beforeEach(() => trial.begin());
    afterEach(() => trial.finish());
    afterAll(() => trial.end());

    describeOthers(trial);
    describeBadGateway(trial);
    if (hasScripts) {
      describeLeading(trial);
      describeSentAtOnce(trial);
    } else {
      describeReloads(trial);
      scenario('takes a file', async () => {
        await trial.subject.sendFile(trial.page);
        await trial.isDoneOnce();
      });
    }
  });
}

function describeLeading(trial: Trial): void {
  scenario('leads where its action leads', async () => {
    const witness = await trial.openWitness();
    await trial.subject.sendRedirectingForm(trial.page);
    await trial.isRedirectedOnce(witness);
    await trial.page.reload();
    expect(await trial.subject.countFlashMessages(trial.page)).toBe(0);
  });

  scenario('shows what became of its page to who goes back from where it led', async () => {
    await trial.subject.sendRedirectingForm(trial.page);
    await trial.subject.isRedirected(trial.page);
    await trial.page.goBack();
    await trial.subject.isUpdatedOnBack(trial.page);
  });

  scenario('leads there when the server is dead, and comes back', async () => {
    const witness = await trial.openWitness();
    await trial.proxy.kill();
    await trial.subject.sendRedirectingForm(trial.page);
    await trial.page.getByText(trial.stage.waiting).first().waitFor();
    expect(await trial.subject.countRedirected()).toBe(0);
    await trial.proxy.revive();
    await trial.isRedirectedOnce(witness);
  });

  scenario('leads there when only the answer is lost', async () => {
    const witness = await trial.openWitness();
    trial.proxy.setBehaviour('loseAnswer');
    await trial.subject.sendRedirectingForm(trial.page);
    await trial.page.getByText(trial.stage.waiting).first().waitFor();
    await eventually('it is done', async () => (await trial.subject.countRedirected()) === 1);
    trial.proxy.setBehaviour('pass');
    await trial.isRedirectedOnce(witness);
    expect(trial.documents).toEqual([]);
  });
}

function describeOthers(trial: Trial): void {
  scenario('is done once, though the button is pressed again while it is under way', async () => {
    const again = await locateForClick(trial.subject.button(trial.page));
    trial.proxy.setBehaviour('hold');
    await trial.send();
    await trial.isHeld(1);
    await again();
    // A browser without scripts sends the form again. The runtime recognises the repeated
    // submission.
    if (!trial.hasScripts) await trial.isHeld(2);
    const releases = Array.from({ length: trial.proxy.heldCount }, (_, index) =>
      trial.proxy.release(index),
    );
    await Promise.all(releases);
    await trial.isDoneOnce();
    expect(trial.proxy.heldCount).toBe(trial.hasScripts ? 1 : 2);
  });

  scenario('leaves who went on meanwhile where they are, and is done', async () => {
    const goOn = await locateForClick(
      trial.page.getByRole('link', { name: trial.stage.link, exact: true }).first(),
    );
    trial.proxy.setBehaviour('hold');
    await trial.send();
    await trial.isHeld(1);
    await goOn();
    await trial.shows(trial.stage.linkedHeading);
    await trial.proxy.release(0);
    await eventually('it is done', async () => (await trial.subject.countDone()) === 1);
    if (trial.hasScripts) await trial.subject.isKnownElsewhere(trial.page);
    await trial.shows(trial.stage.linkedHeading);
    expect(trial.page.url()).not.toContain(trial.subject.path);
  });
}

/**
 * Endings of two forms that are sent at the same time. A browser without scripts sends only one at
 * a time in a tab.
 */
function describeSentAtOnce(trial: Trial): void {
  it.each([
    ['in their order', [0, 1]],
    ['the other way round', [1, 0]],
  ])('is done beside another that is sent at once, answered %s', async (_order, order) => {
    trial.proxy.setBehaviour('hold');
    await trial.send();
    await trial.isHeld(1);
    await trial.subject.sendOther(trial.page);
    await trial.isHeld(2);
    for (const index of order) await trial.proxy.release(index);
    await trial.subject.isDone(trial.page);
    await trial.subject.isOtherDone(trial.page);
    expect(await trial.subject.countDone()).toBe(2);
    expect(trial.documents).toEqual([]);
  });
}

function describeReloads(trial: Trial): void {
  scenario('is done once when the server is dead, and comes back', async () => {
    await trial.proxy.kill();
    await trial.send();
    await trial.isUnreachable();
    expect(await trial.subject.countDone()).toBe(0);
    await trial.proxy.revive();
    await trial.page.reload();
    await trial.isDoneOnce();
  });

  scenario('is done once when only the answer is lost', async () => {
    trial.proxy.setBehaviour('loseAnswer');
    await trial.send();
    await trial.isUnreachable();
    await eventually('it is done', async () => (await trial.subject.countDone()) === 1);
    trial.proxy.setBehaviour('pass');
    await trial.page.reload();
    await trial.isDoneOnce();
  });
}

function describeBadGateway(trial: Trial): void {
  scenario('may be sent again when a proxy answers 502 in HTML', async () => {
    trial.proxy.setBehaviour('badGateway');
    await trial.send();
    if (trial.hasScripts) await trial.page.getByText(UNEXPECTED).first().waitFor();
    else {
      await trial.shows('Bad Gateway');
      await trial.page.goBack();
    }
    expect(await trial.subject.countDone()).toBe(0);
    trial.proxy.setBehaviour('pass');
    await trial.send();
    await trial.isDoneOnce();
  });
}

/** True once the code that sends forms is loaded, which happens when the browser is idle. */
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
