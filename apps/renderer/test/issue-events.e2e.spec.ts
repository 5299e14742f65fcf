import { beforeAll, describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#product/testing';
import type { PropsOf } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import type { EventListController } from '../src/features/triage/event-list/event-list.controller.ts';
import type { IssuePageProps } from '../src/features/triage/issue-pages/issues.dto.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const EVENTS = 120;
const PLANS = ['free', 'gold', 'team'];

function createNumbered(number: number) {
  const release = number < 60 ? '1.4.1' : '1.4.2';
  const environment = number % 2 === 0 ? 'production' : 'staging';
  return createGroupedEvent({
    groupedBy: number % 3 === 0 ? 'a' : 'b',
    grouping: { value: `cart ${number % 3 === 0 ? 'a' : 'b'}` },
    event: { eventId: toId(number), occurredAtMs: NOON_MS + number * 1000, release, environment },
    sent: {
      exception: { values: [{ type: 'TypeError', value: `cart ${number}` }] },
      release,
      environment,
      user: { id: number, email: `user-${number % 4}@example.org` },
      tags: { plan: PLANS[number % 3], request_id: number },
    },
  });
}

function toId(number: number): string {
  return number.toString(16).padStart(32, '0');
}

function toNumber(eventId: string | undefined): number | undefined {
  return eventId === undefined ? undefined : Number.parseInt(eventId, 16);
}

describe('the events of an issue', () => {
  const renderer = hold(startPeopledRenderer);
  let ids: { readonly issue: number; readonly merged: number };

  beforeAll(async () => {
    const { stores } = renderer;
    const events = Array.from({ length: EVENTS }, (_, number) => createNumbered(number));
    await stores.reports.record([createReport(1, events)]);
    const [issue, merged] = await stores.issues.list({ limit: 2 });
    ids = { issue: issue!.id, merged: merged!.id };
    await stores.merges.merge({
      issueIds: [ids.merged, ids.issue],
      intoId: ids.issue,
      byUserId: renderer.idOf('owner'),
      nowMs: NOON_MS,
    });
  });

  async function open(path: string) {
    const { text, status } = await renderer.get('viewer', path);
    const json = /id="document-payload">(?<json>.*?)<\/script>/s.exec(text)?.groups?.['json'];
    const payload = json === undefined ? undefined : JSON.parse(json);
    return {
      status,
      html: text.slice(0, text.indexOf('<script type="application/json"')),
      data: payload?.page?.segments.at(-1)?.data as unknown,
    };
  }

  const list = async (query = '') => {
    const { data, ...opened } = await open(`/issues/${ids.issue}/events${query}`);
    const props = data as PropsOf<EventListController['show']>;
    return { ...opened, props, numbers: props.events.map(({ eventId }) => toNumber(eventId)!) };
  };

  const search = (query: string) => list(`?query=${encodeURIComponent(query)}`);

  const numbersOf = (holds: (number: number) => boolean) =>
    Array.from({ length: EVENTS }, (_, index) => EVENTS - 1 - index).filter(holds);

  it('are listed in pages, newest first, that lead forth and back without a gap', async () => {
    const seen: number[] = [];
    let page = await list();
    expect(page.props).toMatchObject({
      extent: '1 to 50 of 120 events, newest first.',
      columns: { hasMessage: true, hasRelease: true, hasEnvironment: true, hasUser: true },
    });
    for (;;) {
      seen.push(...page.numbers);
      const older = page.props.pages.find(({ name }) => name === 'Older');
      if (!older) break;
      page = await list(older.href.slice(older.href.indexOf('?')));
    }
    expect(seen).toEqual(numbersOf(() => true));
    expect(page.props.extent).toBe('101 to 120 of 120 events, newest first.');
    const newer = page.props.pages.find(({ name }) => name === 'Newer')!;
    expect((await list(newer.href.slice(newer.href.indexOf('?')))).numbers).toEqual(
      seen.slice(50, 100),
    );
  });

  it('are listed with tags that tell them apart, or with the requested tags', async () => {
    const chosen = (await list()).props;
    expect(chosen.columns.tags).toEqual(['plan']);
    expect(chosen.offered).toEqual(['plan', 'request_id']);
    expect(chosen.events[1]).toMatchObject({ user: 'user-2@example.org', tags: ['gold'] });
    const asked = await list('?tag=&tag=request_id&tag=plan');
    expect(asked.props.events[0]?.tags).toEqual(['119', 'team']);
    expect(asked.html).toContain('>request_id</th>');
    expect((await list('?tag=')).props.columns.tags).toEqual([]);
  });

  it.each<[query: string, (number: number) => boolean]>([
    ['release:<1.4.2 environment:production', (number) => number < 60 && number % 2 === 0],
    ['plan:gold user.email:user-2@*', (number) => number % 3 === 1 && number % 4 === 2],
    ['"cart 17"', (number) => number === 17],
  ])('are searched by %s', async (query, holds) => {
    const { props, numbers } = await search(query);
    const found = numbersOf(holds);
    expect(numbers).toEqual(found);
    const { length } = found;
    expect(props.extent).toBe(
      `1 to ${length} of ${length} matches, found in 120 events kept whole.`,
    );
  });

  it('explain in words the mistake in a query', async () => {
    const { status, html, numbers } = await search('is:muted');
    expect([status, numbers]).toEqual([200, []]);
    expect(html).toMatch(
      /“is:muted”: is: is about issues\. This list shows the events of one issue\./,
    );
  });

  it('say that no event matches a search, and link back to all events', async () => {
    const { html } = await search('release:2.0');
    expect(html).toContain(
      'No event matches “release:2.0”. The search has covered 120 events kept whole.',
    );
    expect(html).toContain(`href="/issues/${ids.issue}/events">Clear</a>`);
    const { props } = await search('enviroment:x');
    expect(props.advice?.link).toMatchObject({ name: 'environment:x' });
  });

  describe('the page of one event', () => {
    const show = async (query: string) => {
      const { data, html } = await open(`/issues/${ids.issue}${query}`);
      const { event, place, olderEventId, newerEventId } = data as IssuePageProps;
      const steps = [place?.oldestEventId, olderEventId, newerEventId, place?.newestEventId];
      return { at: toNumber(event?.eventId), text: place?.text, steps: steps.map(toNumber), html };
    };

    it('links to the first, previous, next and newest event, and says its own position', async () => {
      expect(await show('')).toMatchObject({
        at: 119,
        text: 'Event 120 of 120',
        steps: [0, 118, undefined, undefined],
      });
      const middle = await show(`?event=${toId(40)}`);
      expect(middle).toMatchObject({ text: 'Event 41 of 120', steps: [0, 39, 41, 119] });
      expect(middle.html).toContain(`href="/issues/${ids.issue}/events">All</a>`);
      expect(await show(`?event=${toId(0)}`)).toMatchObject({
        text: 'Event 1 of 120',
        steps: [undefined, undefined, 1, 119],
      });
    });

    it('keeps its links and its position within a search', async () => {
      const within = '&query=plan:gold+environment:production';
      expect(await show(`?${within.slice(1)}`)).toMatchObject({
        at: 118,
        text: 'Event 20 of 20 that match',
        steps: [4, 112, undefined, undefined],
      });
      const { html, ...shown } = await show(`?event=${toId(10)}${within}`);
      expect(shown).toMatchObject({ text: 'Event 2 of 20 that match', steps: [4, 4, 16, 118] });
      expect(html).toContain(
        `href="/issues/${ids.issue}?event=${toId(16)}${within.replace('&', '&amp;')}"`,
      );
      expect(html).toContain(`href="/issues/${ids.issue}/events?${within.slice(1)}">All</a>`);
      expect(html).toContain(`href="/issues/${ids.issue}?event=${toId(10)}">Clear`);
      expect(await show(`?event=${toId(11)}${within}`)).toMatchObject({
        text: 'This event is none of the 20 that match',
        steps: [4, 10, 16, 118],
      });
    });
  });

  it('are found at the issue into which theirs was merged, by people who may read it', async () => {
    const path = `/issues/${ids.merged}/events?query=plan:gold`;
    const { headers, status } = await renderer.get('viewer', path);
    expect([status, headers['location']]).toEqual([
      307,
      `/issues/${ids.issue}/events?query=plan:gold`,
    ]);
    expect((await renderer.get('outsider', `/issues/${ids.issue}/events`)).status).toBe(404);
    for (const query of ['?before=1', '?after=a-b', '?query=a&query=b', '?older=1-x']) {
      expect((await renderer.get('viewer', `/issues/${ids.issue}/events${query}`)).status).toBe(
        404,
      );
    }
    expect((await renderer.get('viewer', '/issues/9999/events')).status).toBe(404);
  });
});
