import { beforeAll, describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#product/testing';
import { issueLimits } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import type { IssueListProps } from '../src/features/triage/issue-list/issue-list.dto.ts';
import { Triage } from './support/triage.ts';

const BROWSERS = ['Firefox', 'Chrome', 'Safari', 'Edge', 'Opera', 'Brave', '<i>"x"</i>'];

const EVENTS = BROWSERS.flatMap((browser, index) =>
  Array.from({ length: BROWSERS.length - index }, () => ({
    'browser.name': browser,
    'user.id': '42',
    'a b': 'c:d',
  })),
);

describe('tags of an issue', () => {
  const triage = hold(() => Triage.start());
  const ids: number[] = [];

  const record = async (groupedBy: string, events: readonly Readonly<Record<string, string>>[]) => {
    const { reports, tags } = triage.renderer.stores;
    const created = events.map((each) =>
      createGroupedEvent({
        groupedBy,
        event: { receivedAtMs: Date.now(), tags: new Map(Object.entries(each)) },
      }),
    );
    const recorded = await reports.record([createReport(ids.length + 1, created)]);
    while (await tags.fold());
    ids.push(recorded.events[0]!.issueId);
  };

  beforeAll(async () => {
    await record('one', EVENTS);
    await record('two', [{ 'browser.name': 'Chrome' }]);
  });

  it('are listed on the page of the issue, with their five most frequent values and shares', async () => {
    const { html } = await triage.open(`/issues/${ids[0]}`);
    const section = /<div id="all-tags".*?<\/section>/s.exec(html)?.[0] ?? '';
    expect(section).toMatch(/browser\.name.*Firefox.*25 %.*Firefox.*Chrome.*21 %.*Brave|Opera/s);
    expect(section).not.toContain('Brave');
    expect(section).toContain('less frequent values');
    expect(section.match(/<summary/g)).toHaveLength(1);
    expect(section).not.toContain('100 %');
    expect(section).toMatch(/Always the same.*user\.id.*href="\/issues\?query=[^"]*42/s);
    expect(section).toContain(`href="/issues/${ids[0]}/tags?name=browser.name"`);
  });

  it('link each value, whatever its characters, to the issues that have it', async () => {
    const { html } = await triage.open(`/issues/${ids[0]}/tags?name=browser.name`);
    const links = [...html.matchAll(/href="(?<href>\/issues\?query=[^"]*)"/g)].map(({ groups }) =>
      groups!['href']!.replaceAll('&amp;', '&'),
    );
    expect(links).toHaveLength(BROWSERS.length);
    for (const browser of ['Chrome', '<i>"x"</i>']) {
      const href = links[BROWSERS.indexOf(browser)]!;
      const { payload } = await triage.open(href);
      const data = payload.page?.segments.at(-1)?.data as IssueListProps | undefined;
      const found = new Set(data?.issues.map(({ id }) => id));
      expect([href, data?.fault, found]).toEqual([
        href,
        undefined,
        new Set(browser === 'Chrome' ? ids : [ids[0]]),
      ]);
    }
  });

  it('have a page of their own, and a page for each name, even with a blank', async () => {
    const { html, status } = await triage.open(`/issues/${ids[0]}/tags`);
    expect(status).toBe(200);
    expect(html).toMatch(/a b.*c:d.*100 %/s);
    const found = await triage.open(`/issues/${ids[0]}/tags?name=browser.name&find=fire`);
    expect(found.html).toContain('<bdi translate="no">Firefox</bdi>');
    expect(found.html).not.toContain('<bdi translate="no">Chrome</bdi>');
    const named = await triage.open(`/issues/${ids[0]}/tags?name=a+b`);
    expect(named.html).toMatch(/<h1[^>]*>a b<\/h1>.*28 events with 1 value/s);
    expect((await triage.open(`/issues/${ids[0]}/tags?name=nothing`)).status).toBe(404);
    expect((await triage.open(`/issues/${ids[0]}/tags?name=a&name=b`)).status).toBe(404);
  });

  it('say first by which value the issue differs from its project', async () => {
    const withPlans = (gold: number) =>
      Array.from({ length: 40 }, (_, nth) => ({
        kind: `${nth % 2}`,
        plan: nth < gold ? 'gold' : 'free',
      }));
    await record('mostly gold', withPlans(36));
    await record('seldom gold', withPlans(4));
    const id = ids.at(-2);
    const { html } = await triage.open(`/issues/${id}`);
    const [, reasons = ''] = html.split('class="why-now">');
    const told = reasons.split('</ul>')[0]!.replaceAll(/<[^>]*>/g, '');
    expect(told).toBe('90 % gold (plan), 10 % in the project');
    expect(/<div id="all-tags".*?<\/section>/s.exec(html)?.[0]).toMatch(/>plan<.*>kind</s);
    const markdown = await triage.open(`/issues/WEB-${id}.md`);
    expect(markdown.html).toContain('`90 % gold (plan)`, 10 % in the project');
    expect((await triage.open(`/issues/${ids.at(-1)}`)).html).toContain('90 % free (plan)');
    expect((await triage.open(`/issues/${ids[0]}`)).html).not.toContain('class="why-now"');
  });

  it('keep the page of an event within its byte limit, however many there are', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `${index} ${'<"'.repeat(90)}`);
    await record(
      'three',
      Array.from({ length: 6 }, (_, index) =>
        Object.fromEntries(names.map((name) => [name, `${index} ${'"&'.repeat(90)}`])),
      ),
    );
    const { html } = await triage.open(`/issues/${ids.at(-1)}`);
    expect(Buffer.byteLength(html)).toBeLessThan(issueLimits.eventPageBytes);
    expect(html).toMatch(/\d+ more tags/);
    const page = await triage.open(`/issues/${ids.at(-1)}/tags`);
    expect(Buffer.byteLength(page.html)).toBeLessThan(issueLimits.eventPageBytes);
    expect(page.html).toContain('more are not shown');
  });
});
