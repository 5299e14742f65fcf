import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser } from '../../../../../test/support/browser.ts';
import { eventually } from '../../../../../test/support/eventually.ts';
import { Tabs } from '../../../../../test/support/tabs.ts';
import { Proxy } from '../../support/proxy.ts';

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
  /** Does it with a file, and waits until the page knows of that. */
  sendFile(page: Page): Promise<void>;
}

export interface Stage {
  /** Where the server listens. */
  readonly origin: string;
  createSubject(): Subject;
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

/** One form, in a browser with scripts or without. */
class Trial {
  stage!: Stage;
  proxy!: Proxy;
  browser!: Browser;
  tabs!: Tabs;
  page!: Page;
  subject!: Subject;
  /** Addresses of those that were asked for once the first page was there. */
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
    this.proxy.meet('pass');
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

  /** Chromium takes no reload while it changes to that page. */
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

  /** Another tab of the same browser, where it is not done yet. */
  async openWitness(): Promise<Page> {
    const witness = await this.tabs.open();
    await witness.goto(this.proxy.origin + this.subject.witness.path);
    await this.subject.witness.isOpen(witness);
    // It listens to other tabs by then.
    await witness.waitForFunction(hasLatePart);
    await this.page.bringToFront();
    return witness;
  }

  /** Where it leads, told once, done once, and known to the other tab. */
  async isLedOnce(witness: Page): Promise<void> {
    const { page, subject } = this;
    await subject.isLed(page);
    expect(await subject.countTold(page)).toBe(1);
    expect(await subject.countLed()).toBe(1);
    await subject.witness.isSettled(witness);
    expect(await subject.countTold(witness)).toBe(0);
    await page.bringToFront();
  }
}

const scenario = (name: string, run: () => Promise<void>): void => it(name, run, 60_000);

/**
 * Tries one form by what it can end in, with scripts and without. What the server says to a form is told by HTTP
 * (actions.e2e.spec.ts), and what the runtime makes of that by its own specs.
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

/** Its action leads elsewhere, at once or when the server is there. */
function describeLeading(trial: Trial): void {
  scenario('leads where its action leads', async () => {
    const witness = await trial.openWitness();
    await trial.subject.sendLeading(trial.page);
    await trial.isLedOnce(witness);
    await trial.page.reload();
    expect(await trial.subject.countTold(trial.page)).toBe(0);
  });

  scenario('shows what became of its page to who goes back from where it led', async () => {
    await trial.subject.sendLeading(trial.page);
    await trial.subject.isLed(trial.page);
    await trial.page.goBack();
    await trial.subject.isNewBehind(trial.page);
  });

  scenario('leads there when the server is dead, and comes back', async () => {
    const witness = await trial.openWitness();
    await trial.proxy.kill();
    await trial.subject.sendLeading(trial.page);
    await trial.page.getByText(trial.stage.waiting).first().waitFor();
    expect(await trial.subject.countLed()).toBe(0);
    await trial.proxy.revive();
    await trial.isLedOnce(witness);
  });

  scenario('leads there when only the answer is lost', async () => {
    const witness = await trial.openWitness();
    trial.proxy.meet('loseAnswer');
    await trial.subject.sendLeading(trial.page);
    await trial.page.getByText(trial.stage.waiting).first().waitFor();
    await eventually('it is done', async () => (await trial.subject.countLed()) === 1);
    trial.proxy.meet('pass');
    await trial.isLedOnce(witness);
    expect(trial.documents).toEqual([]);
  });
}

/** The visitor presses again, or goes on. */
function describeOthers(trial: Trial): void {
  scenario('is done once, though the button is pressed again while it is under way', async () => {
    const again = await aim(trial.subject.button(trial.page));
    trial.proxy.meet('hold');
    await trial.send();
    await trial.isHeld(1);
    await again();
    // A browser by itself sends it again; the runtime knows that it is the same.
    if (!trial.hasScripts) await trial.isHeld(2);
    const releases = Array.from({ length: trial.proxy.heldCount }, (_, index) =>
      trial.proxy.release(index),
    );
    await Promise.all(releases);
    await trial.isDoneOnce();
    expect(trial.proxy.heldCount).toBe(trial.hasScripts ? 1 : 2);
  });

  scenario('leaves who went on meanwhile where they are, and is done', async () => {
    const goOn = await aim(
      trial.page.getByRole('link', { name: trial.stage.link, exact: true }).first(),
    );
    trial.proxy.meet('hold');
    await trial.send();
    await trial.isHeld(1);
    await goOn();
    await trial.shows(trial.stage.linkedHeading);
    await trial.proxy.release(0);
    await eventually('it is done', async () => (await trial.subject.countDone()) === 1);
    // A browser by itself has dropped the answer.
    if (trial.hasScripts) await trial.subject.isKnownElsewhere(trial.page);
    await trial.shows(trial.stage.linkedHeading);
    expect(trial.page.url()).not.toContain(trial.subject.path);
  });
}

/** A browser by itself does one thing at a time in a tab. */
function describeSentAtOnce(trial: Trial): void {
  it.each([
    ['in their order', [0, 1]],
    ['the other way round', [1, 0]],
  ])('is done beside another that is sent at once, answered %s', async (_order, order) => {
    trial.proxy.meet('hold');
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

/** The server is dead, or the answer is lost: a reload sends it again. */
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
    trial.proxy.meet('loseAnswer');
    await trial.send();
    await trial.isUnreachable();
    await eventually('it is done', async () => (await trial.subject.countDone()) === 1);
    trial.proxy.meet('pass');
    await trial.page.reload();
    await trial.isDoneOnce();
  });
}

function describeBadGateway(trial: Trial): void {
  scenario('may be sent again when a proxy answers 502 in HTML', async () => {
    trial.proxy.meet('badGateway');
    await trial.send();
    if (trial.hasScripts) await trial.page.getByText(UNEXPECTED).first().waitFor();
    else {
      await trial.shows('Bad Gateway');
      await trial.page.goBack();
    }
    expect(await trial.subject.countDone()).toBe(0);
    trial.proxy.meet('pass');
    await trial.send();
    await trial.isDoneOnce();
  });
}

/** Forms are sent by code that comes when the browser is idle. */
function hasLatePart(): boolean {
  const loaded = performance.getEntriesByType('resource');
  return loaded.some(({ name }) => name.includes('/late-part'));
}

/** Gives what clicks there. By hand: the driver would wait for the page that is on its way. */
async function aim(locator: Locator): Promise<() => Promise<void>> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error('There is nothing to click on.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return () => locator.page().mouse.click(x, y);
}
