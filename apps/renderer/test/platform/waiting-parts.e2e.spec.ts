import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Page, Route } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { firefox, openFirefox, openPage } from '../../../../test/support/firefox.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const CODE = /\/waiting\.panel\.waiting-[^/]+\.js$/;

describe('Hydrate', () => {
  const tours = holdTours({ options: { mayPrefetch: () => false } });

  async function open(when: string, prepare?: (page: Page) => Promise<unknown>) {
    /** Requests for the code of the part, which wait for `release`. */
    const asked: Route[] = [];
    let isHeld = true;
    let isLost = false;
    const tour = await tours.open(`/tours/a/waiting/1?when=${when}`, {
      async prepare(page) {
        await page.route(CODE, (route) => {
          asked.push(route);
          return isHeld ? undefined : route[isLost ? 'abort' : 'continue']();
        });
        await prepare?.(page);
      },
    });
    const untilAsked = () => eventually('its code is asked for', () => asked.length > 0);
    const release = async (how: 'continue' | 'abort' | 'abort for good' = 'continue') => {
      await untilAsked();
      isHeld = false;
      isLost = how === 'abort for good';
      await Promise.all(asked.map((route) => route[how === 'continue' ? how : 'abort']()));
    };
    const html = await tour.page.getByRole('region', { name: 'panel' }).elementHandle();
    /** Tells whether what is seen of the panel is still the element that the server sent. */
    const isKept = () => html?.evaluate((panel) => panel.checkVisibility());
    return { tour, asked, untilAsked, release, isKept };
  }

  async function press(tour: Tour, what: 'page' | 'panel'): Promise<void> {
    await tour.byText(`${what} pressed 0`).click();
    await tour.byText(`${what} pressed 1`).waitFor();
  }

  it('loads the code of a part that comes into view, and hydrates its HTML', async () => {
    const { tour, asked, release, isKept } = await open('visible');
    await press(tour, 'page');
    expect(asked).toEqual([]);
    await tour.byTestId('words').scrollIntoViewIfNeeded();
    await release();
    await press(tour, 'panel');
    expect(await isKept()).toBe(true);
    expect(tour.errors).toEqual([]);
  });

  it('repeats a click that came before the code, once', async () => {
    const { tour, asked, release } = await open('interaction');
    expect(asked).toEqual([]);
    await tour.byText('panel pressed 0').click();
    await release();
    await tour.byText('panel pressed 1').waitFor();
    await tour.byText('panel pressed 1').click();
    await tour.byText('panel pressed 2').waitFor();
    expect(tour.errors).toEqual([]);
  });

  it('repeats a press of the Enter key, after the keyboard has reached the part', async () => {
    const { tour, release } = await open('interaction');
    await tour.byText('Cheer up').focus();
    await tour.page.keyboard.press('Tab');
    await tour.page.keyboard.press('Enter');
    await release();
    await tour.byText('panel pressed 1').waitFor();
    const isFocused = await tour
      .byText('panel pressed 1')
      .evaluate((button) => button === document.activeElement);
    expect([isFocused, tour.errors]).toEqual([true, []]);
  });

  it('leaves details, boxes and typed text as the visitor made them', async () => {
    const { tour, release } = await open('interaction');
    await tour.byText('More').click();
    await tour.byText('found inside').waitFor();
    await tour.byLabel('agreed').check();
    await tour.byLabel('sought').fill('typed early');
    await release();
    await press(tour, 'panel');
    await tour.byText('found inside').waitFor();
    await expectPage(tour.byLabel('agreed')).toBeChecked();
    await expectPage(tour.byLabel('sought')).toHaveValue('typed early');
    expect(tour.errors).toEqual([]);
  });

  it.each(['interaction', 'never'])(
    'leaves links and forms to the browser while the code is away (%s)',
    async (when) => {
      const { tour } = await open(when);
      await tour.byLabel('sought').fill('early');
      await tour.page.getByRole('button', { name: 'Seek' }).click({ noWaitAfter: true });
      await tour.page.waitForURL('**/tours/a/search?sought=early');
      await tour.page.goBack();
      await tour.page.getByRole('link', { name: 'Onwards' }).click({ noWaitAfter: true });
      await tour.shows('waiting 3');
      expect(tour.documents).toContain('/tours/a/waiting/3');
      expect(tour.data).toEqual([]);
    },
  );

  it.each([
    { how: 'abort', documents: [] },
    { how: 'abort for good', documents: ['/tours/a/waiting/2'] },
  ] as const)(
    'keeps its HTML when the code does not arrive, and no link is dead after that ($how)',
    async ({ how, documents }) => {
      const { tour, release, isKept } = await open('interaction');
      await tour.byText('panel pressed 0').click();
      await release(how);
      await press(tour, 'page');
      expect([await isKept(), await tour.text('words')]).toEqual([true, 'first words']);
      await tour.byText('Change').click();
      await tour.page.getByRole('link', { name: 'To the second' }).click();
      await tour.shows('waiting 2');
      expect(tour.documents).toEqual(documents);
    },
  );

  it.each(['focus', 'hover'] as const)('wakes up after a %s before the scripts', async (deed) => {
    const { tour, release } = await open('interaction', (page) =>
      page.route(/\/client-[^/]+\.js$/, async (route) => {
        await page.getByLabel('sought')[deed]();
        await route.continue();
      }),
    );
    await release();
    await press(tour, 'panel');
  });

  it('sees a part without a box of its own come into view', async () => {
    const { tour, asked, release } = await open('visible&in=boxless', (page) =>
      page.addInitScript(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('.boxless { display: contents }');
        document.adoptedStyleSheets = [sheet];
      }),
    );
    expect(asked).toEqual([]);
    await tour.byTestId('words').scrollIntoViewIfNeeded();
    await release();
  });

  it.each(['interaction', 'never'])(
    'shows changed content as soon as the code is there (%s)',
    async (when) => {
      const { tour, untilAsked, release, isKept } = await open(when);
      await tour.byText('Change').click();
      await untilAsked();
      await press(tour, 'page');
      expect(await tour.text('words')).toBe('first words');
      await release();
      await tour.says('words', 'first words, its own');
      await press(tour, 'panel');
      expect([await isKept(), tour.errors]).toEqual([true, []]);
    },
  );

  it('follows a context that changes above it in a transition, and keeps its HTML', async () => {
    const { tour, untilAsked, release, isKept } = await open('never');
    await tour.byText('Cheer up').click();
    await untilAsked();
    expect(await tour.text('mood')).toBe('calm');
    await release();
    await tour.says('mood', 'merry');
    expect([await isKept(), tour.errors]).toEqual([true, []]);
  });

  it('waits on while the page is rendered, refreshed, and followed to a fragment', async () => {
    const { tour, asked, release, isKept } = await open('never');
    await tour.byText('page pressed 0').click();
    await tour.byText('layout clicked 0').click();
    expect(asked).toEqual([]);
    await tour.page.getByRole('link', { name: 'To the panel' }).click();
    await tour.says('address', '/tours/a/waiting/1?when=never#panel');
    await tour.page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await eventually('it is refreshed', () => tour.data.length === 1);
    await release();
    await tour.byText('page pressed 1').waitFor();
    expect(await isKept()).toBe(true);
    await expectPage
      .poll(() => tour.page.evaluate(() => document.body.innerText))
      .toContain('first words');
    expect(tour.errors).toEqual([]);
  });

  it('is found by a search, and printed, while it waits', async () => {
    const { tour, asked } = await open('never');
    const find = (words: string): Promise<boolean> =>
      tour.page.evaluate((text) => (window as unknown as Finder).find(text), words);
    expect(await find('first words')).toBe(true);
    await tour.page.emulateMedia({ media: 'print' });
    await tour.byText('first words').waitFor();
    expect(asked).toEqual([]);
  });

  if (firefox) {
    it('does in Firefox what it does in Chromium', async () => {
      const browser = await openFirefox();
      const { page, errors } = await openPage(browser, tours);
      const { held, letGo } = holdFiles(tours.platform.app.getHttpServer(), CODE);
      const says = (words: string) => page.locator(`::-p-text(${words})`);
      await page.goto(`${tours.origin}/tours/a/waiting/1?when=interaction`);
      await page.waitForSelector('[data-live=true]');
      await says('page pressed 0').click();
      await says('page pressed 1').wait();
      await expectPage
        .poll(() => page.evaluate(() => (window as unknown as Finder).find('first words')))
        .toBe(true);
      expect(held).toEqual([]);
      await says('More').click();
      await page.locator('input[name=sought]').fill('early');
      await says('panel pressed 0').click();
      await page.keyboard.press('Enter');
      await says('Change').click();
      await eventually('its code is asked for', () => held.length > 0);
      expect(await page.$eval('[data-testid=words]', (each) => each.textContent)).toBe(
        'first words',
      );
      letGo();
      await says('panel pressed 2').wait();
      await says('first words, its own').wait();
      await says('found inside').wait();
      expect(errors).toEqual([]);
      await browser.close();
    });
  }

  it('shows another page whole, once its code is there', async () => {
    const { tour, untilAsked, release } = await open('interaction');
    await tour.page.getByRole('link', { name: 'To the second' }).click();
    await untilAsked();
    await tour.shows('waiting 1');
    await release();
    await tour.shows('waiting 2');
    await press(tour, 'panel');
    await tour.back('waiting 1');
    await press(tour, 'panel');
    expect(tour.errors).toEqual([]);
  });
});

/** Holds requests for these files at the server, because Firefox's driver cannot. */
function holdFiles(server: Server, path: RegExp): { held: unknown[]; letGo: () => void } {
  const listeners = server.listeners('request');
  const held: (() => void)[] = [];
  let isHeld = true;
  server.removeAllListeners('request');
  server.on('request', (...request: [IncomingMessage, ServerResponse]) => {
    const answer = (): void => {
      for (const listener of listeners) Reflect.apply(listener, server, request);
    };
    if (isHeld && path.test(request[0].url ?? '')) held.push(answer);
    else answer();
  });
  const letGo = (): void => {
    isHeld = false;
    for (const answer of held) answer();
  };
  return { held, letGo };
}

interface Finder {
  find(text: string): boolean;
}
