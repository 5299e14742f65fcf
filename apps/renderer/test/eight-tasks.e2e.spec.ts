import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { hold } from '../../../test/support/hold.ts';
import { openAt } from '../../../test/support/browser.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { RelayDouble } from './support/relay-double.ts';
import { sampleEvent, sampleReport } from './support/sample-report.ts';
import { Triage } from './support/triage.ts';

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Visible height in pixels on a phone: a screen of 640 without the bar at the bottom. */
const SEEN_ON_PHONES = 584;

const EVENT_ID = '4f1c3512899471aa4f1c3512899471aa';

const base = sampleEvent();

/** Lines of code around a frame's line. SDKs send five before and five after. */
const AROUND = {
  preContext: ['one', 'two', 'three', 'four', 'five'].map((word) => `const ${word} = 1;`),
  postContext: ['six', 'seven', 'eight', 'nine', 'ten'].map((word) => `const ${word} = 1;`),
};

const event = sampleEvent({
  eventId: EVENT_ID,
  occurredAtMs: Date.now() - 2000,
  receivedAtMs: Date.now() - 1000,
  exceptions: base.exceptions.map((exception) => ({
    ...exception,
    type: 'CheckoutError',
    frames: exception.frames.map((frame) =>
      frame.inApp ? { ...frame, ...AROUND, vars: { cart: { items: [] } } } : frame,
    ),
  })),
});

const ways = [
  { way: 'on a desktop', own: DESKTOP, isCounted: true },
  { way: 'on a phone', own: PHONE, isCounted: true },
  { way: 'by keyboard alone', own: DESKTOP, isByKeys: true },
  { way: 'without JavaScript', own: { ...DESKTOP, javaScriptEnabled: false } },
  { way: 'on a phone without JavaScript', own: { ...PHONE, javaScriptEnabled: false } },
];

describe.each(ways)('a developer on call, $way', ({ own, isCounted = false, isByKeys = false }) => {
  // Without a relay, each page says so after ten seconds, above what a phone shows first.
  const relay = hold(() => RelayDouble.start());
  const triage = hold(() => Triage.start({ RELAY_URL: `http://127.0.0.1:${relay.port}` }));
  let whole: number;
  const site = holdTabs(() => triage.listen(), { reducedMotion: 'reduce' });
  let page: Page;
  let taps = 0;

  const isPhone = 'hasTouch' in own;
  const hasScripts = !('javaScriptEnabled' in own);

  beforeAll(async () => {
    await triage.renderer.stores.reports.record([sampleReport(9000, event)]);
    whole = (await triage.renderer.stores.issues.list({ limit: 1 }))[0]!.id;
  });

  beforeEach(async () => {
    page = await site.tabs.open({ cookie: triage.people.ann.cookie, own });
  });

  async function open(path: string): Promise<void> {
    await openAt(page, site.origin + path);
    taps = 0;
  }

  async function tap(target: Locator): Promise<void> {
    taps += 1;
    if (isPhone) await target.tap();
    else if (isByKeys) {
      await reach(target);
      const isBox = await target.evaluate((each) => (each as HTMLInputElement).type === 'checkbox');
      await page.keyboard.press(isBox ? 'Space' : 'Enter');
    } else await target.click();
  }

  async function reach(target: Locator): Promise<void> {
    const hasFocus = () => target.evaluate((each) => each === document.activeElement);
    for (let steps = 0; !(await hasFocus()); steps += 1) {
      if (steps === 150) throw new Error(`No focus comes to ${target.toString()}.`);
      await page.keyboard.press('Tab');
    }
  }

  /** Typing does not count as a tap. Reaching the field does. */
  async function type(field: Locator, text: string): Promise<void> {
    if (isByKeys) await reach(field);
    await field.pressSequentially(text);
  }

  const expectTaps = (most: number): void => {
    if (isCounted) expect(taps).toBeLessThanOrEqual(most);
  };

  /**
   * Finds what is visible, because the document may contain a hidden page that was rendered ahead.
   */
  const shown = (target: Locator): Locator => target.filter({ visible: true }).first();
  const button = (name: string): Locator => shown(page.getByRole('button', { name, exact: true }));
  const menu = (text: RegExp): Locator =>
    shown(page.locator('.triage-buttons summary', { hasText: text }));
  const resolveMenu = (): Locator =>
    shown(page.getByLabel('Other ways to resolve', { exact: true }));
  const change = (value: string): Locator => shown(page.locator(`button[value=${value}]`));
  const field = (label: string): Locator => shown(page.getByLabel(label, { exact: true }));
  const stateOf = (id: number) => triage.stateOf(id);

  async function seen(target: Locator): Promise<void> {
    await target.waitFor();
    const { y = -1, height = 0 } = (await target.boundingBox()) ?? {};
    const lowest = isPhone ? SEEN_ON_PHONES : 800;
    if (y >= 0 && y + height <= lowest) return;
    const shownText = await page.locator('body').innerText();
    throw new Error(`It stands from ${y} to ${y + height} px, not above ${lowest}: ${shownText}`);
  }

  it('sees the new issues of a release in production, by the search that opens first', async () => {
    await triage.add({ release: 'shop@1.4.2' });
    const query = 'is:unresolved release:shop@1.4.2 environment:production';
    const search = { name: 'New in production', query, sort: 'firstSeen', isDefault: 'yes' };
    await triage.submit('/issues/searches', 'save', search).expect(303);
    await open('/issues');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('firstSeen');
    const first = page.locator('.record').first();
    await expectPage(first).toContainText('CheckoutError');
    await tap(first.getByRole('link'));
    await page.waitForURL(new RegExp(`/issues/${whole}\\b`));
    expectTaps(1);
    await triage.submit('/issues/searches', 'remove', { search: '1' }).expect(303);
  });

  it('sees whether an issue still happens, and since when', async () => {
    await open(`/issues/${whole}`);
    const figures = page.locator('.issue-figures');
    await expectPage
      .poll(() => figures.locator('dt').allTextContents())
      .toEqual(expect.arrayContaining(['Now', 'Began', 'Events', 'Users']));
    const began = figures
      .locator('dd', { hasText: 'ago' })
      .or(figures.locator('dd', { hasText: 'now' }));
    if (isPhone) await began.first().scrollIntoViewIfNeeded();
    await seen(began.first());
    expectTaps(0);
  });

  it('sees the line that failed and the values of its variables', async () => {
    await open(`/issues/${whole}`);
    await seen(page.locator('mark.source-line', { hasText: 'return cart.items[0].price;' }));
    await seen(page.getByText('cart', { exact: true }).first());
    expectTaps(0);
    const farthest = page.getByText('const ten = 1;');
    await expectPage(farthest).toBeVisible({ visible: !isPhone });
    if (isPhone) await page.getByText('All 11 lines').tap();
    await farthest.waitFor();
  });

  it('sees in the breadcrumbs what the user did', async () => {
    await open(`/issues/${whole}`);
    // A phone needs a tap here. Elsewhere the wheel or PageDown scrolls by seven eighths of 800 pixels,
    // and no key is pressed, since Chromium drops one while it is busy with its first paint.
    if (isPhone) await tap(page.getByRole('link', { name: 'Breadcrumbs' }));
    const crumb = page.locator('#breadcrumbs').getByText('GET /cart');
    await eventually('the breadcrumb is in sight', async () => {
      const { y = -1 } = (await crumb.boundingBox()) ?? {};
      return y >= 0 && y < (isPhone ? SEEN_ON_PHONES : 700 + 800);
    });
    expectTaps(isPhone ? 1 : 0);
  });

  it('resolves an issue in the next release', async () => {
    const resolved = await triage.add({ release: '1.0.0' });
    await open(`/issues/${resolved}`);
    await tap(resolveMenu());
    await tap(change('resolveInNextRelease'));
    await eventually('is resolved', async () => (await stateOf(resolved))?.status === 'resolved');
    expectTaps(2);
  });

  it('mutes an issue until it gets worse', async () => {
    const muted = await triage.add();
    await open(`/issues/${muted}`);
    await tap(menu(/^Mute/));
    await tap(change('muteUntilWorse'));
    await eventually('is muted', async () => (await stateOf(muted))?.status === 'muted');
    expectTaps(2);
  });

  it('assigns an issue to somebody else with a comment', async () => {
    const id = await triage.add();
    await open(`/issues/${id}`);
    await tap(menu(/^Assign/));
    await type(field('With a comment (Markdown)'), 'Yours since the deploy');
    if (isByKeys) {
      await reach(field('To somebody else'));
      await page.keyboard.type('bob');
    } else {
      taps += 1;
      await field('To somebody else').selectOption('bob');
    }
    await tap(change('assign'));
    const { bob } = triage.people;
    await eventually('is assigned', async () => {
      const issue = await triage.renderer.stores.issues.find(id);
      return issue?.assigneeId === bob.id;
    });
    await shown(page.locator('.prose', { hasText: 'Yours since the deploy' })).waitFor();
    expectTaps(3);
  });

  it('finds an event by the id that a user quotes', async () => {
    await open('/issues');
    if (isPhone && hasScripts) {
      // The link has `data-hint`, its keyboard shortcut, once the palette's code is loaded.
      const link = page.locator('header a[data-hint]');
      await link.waitFor();
      await tap(link);
      await page.keyboard.type(EVENT_ID);
      await page.getByRole('option', { name: /^4f1c/ }).waitFor();
    } else if (isPhone) {
      await tap(page.locator('header a', { hasText: 'Find' }));
      await type(field('Digest, event, issue, trace, request or address'), EVENT_ID);
    } else {
      await tap(page.getByRole('searchbox', { name: 'Search' }).or(field('Search')).first());
      await page.keyboard.type(EVENT_ID);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/issues/${whole}?event=${EVENT_ID}`);
    expectTaps(1);
  });

  it('resolves ten issues together', async () => {
    const ids: number[] = [];
    const tags = new Map([['batch', 'ten']]);
    for (let count = 0; count < 10; count += 1) ids.push(await triage.add({ tags }));
    while (await triage.renderer.stores.tags.fold());
    await open('/issues?query=is:unresolved+batch:ten');
    const boxes = page.locator('input[name=issue]');
    await expectPage(boxes).toHaveCount(10);
    if (isPhone) await tap(page.locator('.select-mode'));
    if (!hasScripts) for (const box of await boxes.all()) await tap(box);
    else if (isPhone) {
      await tap(boxes.first());
      await tap(boxes.last());
      await tap(button('and the 8 between'));
    } else await tap(page.getByRole('checkbox', { name: 'Select all' }));
    await tap(button('Resolve'));
    await eventually('all are resolved', async () => {
      const states = await Promise.all(ids.map(stateOf));
      return states.every((state) => state?.status === 'resolved');
    });
    expectTaps(isPhone ? 5 : 3);
  });
});
