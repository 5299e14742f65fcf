import { beforeAll, describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#product/testing';
import { hold } from '../../../test/support/hold.ts';
import type { IssueListProps } from '../src/features/triage/issue-list/issue-list.dto.ts';
import type { IssuePageProps } from '../src/features/triage/issue-pages/issues.dto.ts';
import { Triage } from './support/triage.ts';
import type { Known } from './support/triage.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('the filter of events', () => {
  const nowMs = Date.now();
  const triage = hold(() => Triage.start());
  let ids: Readonly<Record<'cart' | 'pay', number>>;

  beforeAll(async () => {
    const event = (groupedBy: string, agoMs: number, release: string, environment: string) =>
      createGroupedEvent({
        groupedBy,
        userHash: `${groupedBy} ${release}`,
        grouping: { type: 'TypeError', value: groupedBy },
        event: { occurredAtMs: nowMs - agoMs, receivedAtMs: nowMs, release, environment },
      });
    const { reports, issues } = triage.renderer.stores;
    await reports.record([
      createReport(1, [
        event('basket', 20 * DAY_MS, '1.4.0', 'production'),
        event('basket', 3 * DAY_MS, '1.4.2', 'production'),
        event('basket', 2 * MINUTE_MS, '1.4.2', 'staging'),
        event('payment', MINUTE_MS, '1.5.0', 'staging'),
      ]),
    ]);
    const listed = await issues.list({ limit: 9 });
    const idOf = (word: string) => listed.find(({ value }) => value === word)!.id;
    ids = { cart: idOf('basket'), pay: idOf('payment') };
  });

  const open = async (path: string, who: Known = 'ann') => {
    const answer = await triage.open(path, { who });
    const data = answer.payload.page?.segments.at(-1)?.data;
    return { ...answer, list: data as IssueListProps, page: data as IssuePageProps };
  };

  it.each([
    ['environment=production', 'cart', 2, 2],
    ['query=release:%3E1.4.0+environment:production', 'cart', 1, 1],
    ['release=1.5.0&time=24h', 'pay', 1, 1],
  ] as const)('narrows the issues and their counts by %s', async (query, which, events, users) => {
    const { list, html } = await open(`/issues?${query}`);
    expect(list.issues).toMatchObject([{ id: ids[which], events, users }]);
    expect(list.issues[0]!.bars.length).toBeGreaterThanOrEqual(7);
    const filter = query.replace(/&?query=.*/, '');
    const rest = filter === '' ? '' : `?${filter.replaceAll('&', '&amp;')}`;
    expect(html).toContain(`href="/issues/${ids[which]}${rest}"`);
  });

  it('counts days of UTC', async () => {
    const day = new Date(nowMs - 3 * DAY_MS).toISOString().slice(0, 10);
    const { list } = await open(`/issues?from=${day}`);
    expect(list.issues).toMatchObject([{ id: ids.cart, events: 1 }]);
    expect(list.filters.fields.find(({ name }) => name === 'time')).toMatchObject({
      days: { from: day, to: day },
      set: [{ text: `on ${day}`, without: '/issues?query=is:unresolved' }],
    });
  });

  it('stays in tabs, in links and on the page of an issue', async () => {
    const { html } = await open('/issues?environment=production&time=14d');
    expect(html).toContain('href="/issues?environment=production&amp;time=14d&amp;query=is:muted"');
    expect(html).toContain('aria-label="Remove environment is production" href="/issues?time=14d"');
    expect(html).toContain(
      'aria-label="Remove time is last 14 days" href="/issues?environment=production"',
    );
    const issue = await open(`/issues/${ids.cart}?environment=production&time=14d`);
    expect(issue.page.counted).toMatchObject({ events: 1, usersAtLeast: 1 });
    expect(issue.page.chart.values).toHaveLength(14);
    expect(issue.page.chart.marks.map(({ what }) => what)).toEqual(['1.4.2 began']);
    expect(issue.page.chart.names.map(({ name }) => name)).toEqual(['1.4.2']);
    expect(issue.page.chart.ticks.length).toBeGreaterThan(2);
    expect(issue.html).toContain(`href="/issues/${ids.cart}?environment=production&amp;time=1h"`);
    expect(issue.html).toMatch(
      new RegExp(
        `href="/issues/${ids.cart}\\?event=\\w{32}&amp;environment=production&amp;time=14d"`,
      ),
    );
    const { reportedReleases } = triage.renderer.stores;
    const deploy = { environment: 'production', finishedAtMs: nowMs - 2 * DAY_MS };
    await reportedReleases.upsert('1.4.2', { projectIds: [1], atMs: nowMs - 3 * DAY_MS });
    await reportedReleases.addDeploy('1.4.2', deploy);
    const deployed = await open(`/issues/${ids.cart}?environment=production&time=14d`);
    expect(deployed.page.chart.marks).toEqual([
      { what: 'production deploy of 1.4.2', atMs: deploy.finishedAtMs, place: 11 },
    ]);
    const whole = await open(`/issues/${ids.cart}`);
    expect(whole.page.counted).toBeUndefined();
    expect(whole.page.chart).toMatchObject({ label: 'Last 24 hours', unit: 'hour' });
  });

  it('is named when it leaves no issue, with a link to the list without it', async () => {
    const { html } = await open('/issues?release=9.9');
    expect(html).toContain('has such events: release 9.9.');
    expect(html).toContain('href="/issues?query=">Clear</a>');
  });

  it('answers 404 when it is invalid', async () => {
    for (const path of ['/issues', `/issues/${ids.cart}`]) {
      expect((await open(`${path}?time=2h`)).status).toBe(404);
    }
  });

  it('leaves the state of the open tab out of the search field, and counts each state', async () => {
    const { list } = await open('/issues?query=is:muted');
    expect([list.status, list.query]).toEqual(['muted', '']);
    expect(list.tabs.map(({ name, count }) => [name, typeof count])).toEqual([
      ['Unresolved', 'string'],
      ['Muted', 'string'],
      ['Resolved', 'string'],
      ['All', 'string'],
    ]);
    const filtered = await open('/issues?environment=staging&query=is:muted+basket');
    expect(filtered.list.query).toBe('basket');
    expect(filtered.list.tabs.map(({ count }) => count)).toEqual(['1', '0', '0', '1']);
  });
});
