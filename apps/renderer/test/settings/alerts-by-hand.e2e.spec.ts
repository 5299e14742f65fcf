import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { defaultPersonalAlerts } from '#product/alerting/alerts/rules';
import type { Browser, Locator, Page } from 'playwright-core';
import { listens, openBrowser } from '../../../../test/support/browser.ts';
import { Tabs } from '../../../../test/support/tabs.ts';
import { listenOnLoopback } from '../platform/harness/index.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import type { PeopledRenderer } from '../support/peopled-renderer.ts';

const PHONE = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true };
const SCRIPTS = [
  ['without JavaScript', false],
  ['with it', true],
] as const;

describe('on a phone', () => {
  let renderer: PeopledRenderer;
  let origin: string;
  let browser: Browser;
  let tabs: Tabs;
  let page: Page;
  let taps: number;
  /** Ends what waits to be sent, as a relay does. */
  let relay: NodeJS.Timeout;
  let sending = Promise.resolve();
  /** The host that messages are not allowed to reach. */
  let refusedHost: string | undefined;

  beforeAll(async () => {
    renderer = await startPeopledRenderer();
    origin = await listenOnLoopback(renderer);
    browser = await openBrowser();
    tabs = new Tabs(browser, origin, { reducedMotion: 'reduce' });
    const { deliveries } = renderer.stores;
    relay = setInterval(() => {
      sending = sending.then(() => sendWaiting(deliveries));
    }, 50);
  });

  beforeEach(() => {
    refusedHost = undefined;
  });

  afterEach(() => tabs.clear());

  afterAll(async () => {
    clearInterval(relay);
    await sending;
    await browser.close();
    await renderer.end();
  });

  async function sendWaiting(deliveries: PeopledRenderer['stores']['deliveries']): Promise<void> {
    const nowMs = Date.now();
    const nextAtMs = nowMs + 600_000;
    for (const each of await deliveries.claim({ nowMs, leaseMs: 1000, limit: 9 })) {
      const ending = refusedHost
        ? ({ state: 'waiting', answer: 'Not allowed.', refusedHost, nextAtMs } as const)
        : ({ state: 'sent', answer: '200 ok' } as const);
      await deliveries.record(each, ending, nowMs);
    }
  }

  async function open(path: string, javaScriptEnabled: boolean): Promise<void> {
    page = await tabs.open({
      cookie: renderer.cookieOf('owner'),
      own: { ...PHONE, javaScriptEnabled },
    });
    await page.goto(origin + path);
    if (javaScriptEnabled) await listens(page);
    taps = 0;
  }

  async function tap(what: Locator): Promise<void> {
    await what.filter({ visible: true }).first().tap();
    taps += 1;
  }

  const link = (name: string): Locator => page.getByRole('link', { name, exact: true });
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
  const field = (name: string): Locator =>
    page.locator(`[name="${name}"]`).filter({ visible: true });
  const says = (text: string): Promise<void> =>
    page.getByText(text).filter({ visible: true }).first().waitFor();

  it.each(SCRIPTS)(
    'a Slack channel is told of regressions in production, %s',
    async (_, scripts) => {
      const name = scripts ? 'Night' : 'Ops';
      await open('/settings/projects/other', scripts);
      await tap(page.locator('nav summary'));
      await tap(link('Channels'));
      await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor();
      await tap(page.locator('#add summary', { hasText: 'Slack' }));
      await field('name').fill(name);
      await field('address').fill('https://hooks.slack.com/services/T0/B0/abcdefgh');
      await tap(button('Add and test'));
      await says('The test arrived.');
      const line = page.locator('#channels li').filter({ hasText: name });
      await tap(line.getByRole('link', { name: 'Add a rule' }));
      await page.getByRole('heading', { name: 'New rule' }).waitFor();
      await tap(page.getByRole('checkbox', { name: /^an issue is new/ }));
      await field('only').fill('production');
      await tap(button('Save'));
      await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
      const sentence = `When an issue is regressed in production, tell ${name}, at most every 30 minutes per issue.`;
      await link(sentence).waitFor();
      expect(taps).toBe(7);
      const rule = (await renderer.stores.alertRules.list(2)).at(-1);
      expect(rule).toMatchObject({ onNew: false, onRegressed: true, toMembers: false });
      expect(rule?.channels).toHaveLength(1);
    },
  );

  it.each(SCRIPTS)('a person has no mail at night, %s', async (_, scripts) => {
    await open('/account', scripts);
    await tap(link('Alerts'));
    await page.getByRole('heading', { name: 'Your alerts' }).waitFor();
    await tap(page.getByRole('checkbox', { name: /^No mail in these hours/ }));
    if (!scripts) await field('timeZone').fill('Europe/Berlin');
    const timeZone = await field('timeZone').inputValue();
    await tap(button('Save'));
    await says(`No mail from 22:00 to 07:00 (${timeZone}).`);
    expect(taps).toBe(3);
    const quiet = { fromMinute: 1320, toMinute: 420, timeZone };
    const { personalAlerts } = renderer.stores;
    expect(await personalAlerts.get(renderer.idOf('owner'))).toMatchObject({ quiet });
    await personalAlerts.set(renderer.idOf('owner'), defaultPersonalAlerts);
  });

  it.each(SCRIPTS)('a host is allowed at the field that names it, %s', async (_, scripts) => {
    refusedHost = scripts ? 'chat.corp:8065' : 'chat.corp';
    await open('/settings/projects/web/channels', scripts);
    await tap(page.locator('#add summary', { hasText: 'Mattermost' }));
    await field('address').fill(`http://${refusedHost}/hooks/abcdefgh`);
    await tap(button('Add and test'));
    await says(`${refusedHost} was not found, or is not on the public network.`);
    const allow = button(`Allow ${refusedHost} and test`);
    await allow.filter({ visible: true }).first().waitFor();
    const host = refusedHost;
    refusedHost = undefined;
    await tap(allow);
    await says(`Channels may reach ${host}. The test arrived.`);
    expect(taps).toBe(3);
    expect(await allow.filter({ visible: true }).count()).toBe(0);
    expect(await renderer.stores.channels.listAllowedHosts()).toContain(host);
  });
});
