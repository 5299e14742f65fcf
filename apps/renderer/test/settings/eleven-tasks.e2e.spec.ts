import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { Person as Somebody } from '#events';
import { retentionSettings } from '#product/projects/projects';
import { createGroupedEvent, createReport } from '#product/testing';
import { hold } from '../../../../test/support/hold.ts';
import { openAt } from '../../../../test/support/browser.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { holdTabs } from '../../../../test/support/tabs.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import { startListening } from '../support/spec-renderer.ts';

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Ways in which people set Errata up. Each task begins in the list of issues. */
const ways = [
  { way: 'on a desktop', own: DESKTOP },
  { way: 'on a phone', own: PHONE },
  { way: 'without JavaScript', own: { ...DESKTOP, javaScriptEnabled: false } },
];

/**
 * Seconds by the keystroke-level model (Card, Moran and Newell 1980): for deciding and pointing,
 * and for typing a character.
 */
const TAP_SECONDS = 1.35 + 1.1 + 0.2;
const KEY_SECONDS = 0.28;

describe.each(ways)('an owner who sets Errata up, $way', ({ own }) => {
  const renderer = hold(() => startListening(startPeopledRenderer));
  const site = holdTabs(() => renderer.origin, { reducedMotion: 'reduce' });
  let page: Page;
  let taps = 0;
  let seconds = 0;

  const isPhone = 'hasTouch' in own;

  beforeEach(async () => {
    page = await site.tabs.open({ cookie: renderer.cookieOf('owner'), own });
    await openAt(page, `${renderer.origin}/issues`);
    taps = 0;
    seconds = 0;
  });

  async function tap(target: Locator): Promise<void> {
    taps += 1;
    seconds += TAP_SECONDS;
    await (isPhone ? target.tap() : target.click());
  }

  async function type(label: string | RegExp, text: string): Promise<void> {
    const field = shown(page.getByLabel(label));
    await tap(field);
    seconds += text.length * KEY_SECONDS;
    await field.fill(text);
  }

  /**
   * Finds what is visible, because the document may contain a hidden page that was rendered ahead.
   */
  const shown = (target: Locator): Locator => target.filter({ visible: true }).first();
  const link = (name: string | RegExp): Locator =>
    shown(page.getByRole('link', { name, exact: true }));
  const button = (name: string | RegExp): Locator =>
    shown(page.getByRole('button', { name, exact: true }));
  const told = (text: string | RegExp): Promise<void> =>
    page.getByRole('region', { name: 'Message' }).getByText(text).waitFor();

  const expectAtMost = (most: { taps: number; seconds: number }): void => {
    // On a phone the menu of the header costs one more tap, and that of sections one on each page.
    expect(taps).toBeLessThanOrEqual(most.taps + (isPhone ? 3 : 0));
    expect(seconds).toBeLessThanOrEqual(most.seconds + (isPhone ? 3 * TAP_SECONDS : 0));
  };

  async function sendOne(): Promise<boolean> {
    const { deliveries } = renderer.stores;
    const nowMs = Date.now();
    const [claimed] = await deliveries.claim({ nowMs, leaseMs: 1000, limit: 1 });
    if (!claimed) return false;
    await deliveries.record(claimed, { state: 'sent', answer: '200 ok' }, nowMs);
    return true;
  }

  async function openFromHeader(name: string): Promise<void> {
    const header = page.locator('header');
    if (isPhone) await tap(header.getByText('Menu'));
    await tap(header.getByRole('link', { name, exact: true }));
  }

  async function openSection(name: string): Promise<void> {
    await openFromHeader('Settings');
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
    await tap(shown(page.getByRole('main').getByRole('link', { name: 'web', exact: true })));
    await page.getByRole('heading', { name: 'General', level: 1 }).waitFor();
    await expectPage(sectionOf(name)).toBeVisible({ visible: !isPhone });
    if (isPhone) await tap(shown(page.locator('nav[aria-label=Settings] summary')));
    await tap(sectionOf(name));
  }

  const sectionOf = (name: string): Locator =>
    shown(
      page
        .getByRole('navigation', { name: 'Settings' })
        .locator(`a:has(> span:text-is("${name}"))`),
    );

  it('rotates a DSN', async () => {
    const listKeys = () => renderer.stores.projectSettings.listKeys(1);
    const [old] = await listKeys();
    await openSection('Keys');
    await tap(button('Make another key'));
    await eventually('there is another key', async () => (await listKeys()).length === 2);
    const disable = button(`Disable key ${old!.publicKey}`);
    await shown(page.getByText('Nothing came by it in 90 days')).waitFor();
    await tap(disable);
    await told(/Key disabled/);
    expect((await listKeys()).map(({ enabled }) => enabled)).toEqual([false, true]);
    expectAtMost({ taps: 5, seconds: 15 });
    await button('Undo').click();
    await eventually('it is back', async () => (await listKeys())[0]!.enabled);
  });

  it('keeps events for 30 days', async () => {
    await openSection('Data');
    await tap(link('Retention'));
    await type(/^Days to keep events/, '30');
    await tap(button('Save'));
    await told('Retention saved.');
    expect((await renderer.stores.settings.get(1, retentionSettings)).value.days).toBe(30);
    expectAtMost({ taps: 6, seconds: 18 });
  });

  it('tells a Slack channel of regressions in production', async () => {
    await openSection('Channels');
    await tap(shown(page.getByRole('main').locator('summary', { hasText: 'Slack' })));
    await type('Address of the incoming webhook', 'https://hooks.slack.com/services/T0/B0/secret');
    const sent = eventually('the test is sent, as by a relay', sendOne);
    await tap(button('Add and test'));
    await sent;
    await told(/^The channel Slack is added/);
    const rulePage = /\/alerts\/\d+$/;
    if (isPhone) await tap(shown(page.locator('nav[aria-label=Settings] summary')));
    await tap(sectionOf('Alerts'));
    await tap(shown(page.getByRole('link', { name: /^When an issue/ })));
    await page.waitForURL(rulePage);
    await tap(shown(page.getByLabel(/^an issue is new/)));
    await type('Only these environments', 'production');
    await tap(button('Save'));
    await eventually('the rule is saved', async () => {
      const [rule] = await renderer.stores.alertRules.list(1);
      const { onNew, onRegressed, environments, channels } = rule!;
      const [channel] = await renderer.stores.channels.list({ projectId: 1 });
      return (
        !onNew &&
        onRegressed &&
        environments.are === 'only' &&
        environments.patterns.join() === 'production' &&
        channels.join() === String(channel?.id)
      );
    });
    expectAtMost({ taps: 11, seconds: 46 });
  });

  it('stops alerts by mail at night', async () => {
    await openFromHeader('owner');
    const sections = page.getByRole('navigation', { name: 'Account' });
    if (isPhone) await tap(shown(sections.locator('summary')));
    await tap(shown(sections.getByRole('link', { name: 'Alerts' })));
    // The form is filled in with 22:00 to 07:00.
    await tap(shown(page.getByLabel(/^No mail in these hours/)));
    await tap(button('Save'));
    await told(/^Saved/);
    const requests = await renderer.stores.personalAlerts.get(renderer.idOf('owner'));
    expect(requests.quiet).toMatchObject({ fromMinute: 22 * 60, toMinute: 7 * 60 });
    expectAtMost({ taps: 4, seconds: 12 });
  });

  it('finds why reports were refused', async () => {
    const refused = { projectId: 1, publicKey: 'abc', atMs: Date.now(), kind: 'error' } as const;
    await renderer.stores.outcomes.add([
      { ...refused, outcome: 'rate_limited', reason: 'key', quantity: 1234 },
    ]);
    if (isPhone) {
      await openFromHeader('Settings');
      await tap(link('How all projects are doing'));
    } else {
      await openFromHeader('Projects');
    }
    await tap(link(/ of reports refused$/));
    const ended = shown(page.getByRole('row', { name: /Rate-limited/ }));
    await expectPage(ended).toHaveText(/the rate of its key.*1,234/);
    await expectPage(ended.getByRole('link')).toHaveAttribute(
      'href',
      '/settings/projects/web/keys',
    );
    expectAtMost({ taps: 2, seconds: 6 });
  });

  it('invites a member to two projects', async () => {
    await openFromHeader('Settings');
    if (isPhone) await tap(shown(page.locator('nav[aria-label=Settings] summary')));
    await tap(sectionOf('People'));
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await type('Email', 'eve@example.org');
    for (const project of ['web', 'other']) {
      await tap(shown(page.getByRole('checkbox', { name: project, exact: true })));
    }
    await tap(button('Invite'));
    await shown(page.getByRole('region', { name: 'Send this link to eve@example.org' })).waitFor();
    const [open] = await renderer.stores.invitations.listOpen({ nowMs: Date.now(), limit: 1 });
    expect(open?.grant).toEqual({ kind: 'member', role: 'member', projectIds: [1, 2] });
    expectAtMost({ taps: 6, seconds: 22 });
  });

  it('sees who changed the retention', async () => {
    const days = { days: String(40 + Math.trunc(Math.random() * 100)) };
    await renderer.send('admin', '/settings/projects/web/data/retention', 'keep', days).expect(303);
    await openFromHeader('Settings');
    if (isPhone) await tap(shown(page.locator('nav[aria-label=Settings] summary')));
    await tap(sectionOf('Audit log'));
    // On a phone the word opens all keys.
    const opener = isPhone ? 'label.fold' : 'summary';
    await tap(shown(page.locator(opener, { hasText: 'Filter' })));
    await tap(button('Retention'));
    const sentence = new RegExp(`admin changed the retention of web from .* to ${days.days} days`);
    await shown(page.locator('main ol > li:first-child').filter({ hasText: sentence })).waitFor();
    expectAtMost({ taps: 5, seconds: 15 });
  });

  it('removes a monitor', async () => {
    const { monitors } = renderer.stores;
    const slug = 'nightly-backup';
    const schedule = { type: 'crontab', value: '@daily' } as const;
    const config = {
      schedule,
      timeZone: 'UTC',
      marginMinutes: 5,
      runtimeMinutes: 30,
      failureThreshold: 1,
      recoveryThreshold: 1,
    };
    const by = { byUserId: renderer.idOf('owner'), nowMs: Date.now() };
    await monitors.create({ projectId: 1, slug, name: slug, config, ...by });
    await openFromHeader('Crons');
    await tap(link(slug));
    await type(`Type ${slug} to remove the monitor`, slug);
    await tap(button('Remove the monitor'));
    await told('The monitor is removed, with its runs.');
    expect(await monitors.list('all')).toEqual([]);
    expectAtMost({ taps: 4, seconds: 16 });
  });

  it('erases the data of a person', async () => {
    const email = 'ann@example.org';
    const event = createGroupedEvent({ event: { projectId: 1 }, sent: { user: { email } } });
    await renderer.stores.reports.record([createReport(1, [event])]);
    await openSection('Data');
    await tap(link('Erasure'));
    await type('Whom to find', email);
    await tap(button('Find'));
    await shown(page.getByText(email)).waitFor();
    const { erasures } = renderer.stores;
    const work = async (): Promise<void> => {
      while (await erasures.step((name) => new Somebody(name), Date.now()));
    };
    await work();
    await tap(link('Look how far it is'));
    await tap(button('Erase…'));
    await type('Type erase to go on', 'erase');
    await tap(button('Erase'));
    await told('Errata is erasing the data.');
    await work();
    await tap(link('Look how far it is'));
    await shown(page.getByText(/^Erased: 1 event of theirs/)).waitFor();
    expectAtMost({ taps: 11, seconds: 36 });
  });
});
