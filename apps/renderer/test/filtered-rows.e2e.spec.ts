import { beforeAll, describe, expect, it } from '@jest/globals';
import { createFeedback, createGroupedEvent, createReport } from '#product/testing';
import type { DocumentPayload, FilterProps } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { recordSpans } from './support/record-spans.ts';

const PAYLOAD = /<script type="application\/json" id="document-payload">(?<json>[^<]*)/;
const TODAY = new Date().toISOString().slice(0, 10);
const RANGES = ['time=24h', `from=${TODAY}`, `from=${TODAY}&to=${TODAY}`];

describe('the first row of a list', () => {
  const renderer = hold(startPeopledRenderer);

  beforeAll(async () => {
    const receivedAtMs = Date.now();
    const place = { projectId: 1, receivedAtMs, release: 'web@1.4.0', environment: 'production' };
    const event = { ...place, eventId: 'e'.repeat(32), occurredAtMs: receivedAtMs - 1000 };
    const checkIn = { ...place, slug: 'nightly', status: 'ok' as const, newId: '1'.repeat(32) };
    const ended = { startedAtMs: receivedAtMs, begun: 9, errored: 0, crashed: 1, abnormal: 0 };
    const sessions = [{ ...place, groups: [{ ...ended, unhandled: 0 }] }];
    const log = { atMs: receivedAtMs, level: 'info' as const, body: 'paid', attributes: {} };
    const logs = [{ ...place, item: 0, content: '1', dropped: [], logs: [log] }];
    const feedback = [createFeedback({ projectId: 1, eventId: event.eventId })];
    const traits = { feedback, checkIns: [checkIn], sessions, logs };
    await renderer.stores.reports.record([
      createReport(1, [createGroupedEvent({ event })], traits),
    ]);
    await recordSpans(renderer, [{ release: place.release }]);
  });

  const get = (path: string) => renderer.get('owner', path.replaceAll('&amp;', '&')).redirects(3);

  async function listFilters(path: string): Promise<string[]> {
    const { text } = await get(path).expect(200);
    const json = PAYLOAD.exec(text)?.groups?.['json'] ?? '';
    const { page } = JSON.parse(json) as DocumentPayload;
    const { filters } = (page.segments.at(-1)?.data ?? {}) as { filters?: FilterProps };
    const { fields = [], sort } = filters ?? {};
    const chosen = [...fields, ...(sort ? [sort] : [])].flatMap(({ name, values }) =>
      values.slice(0, 3).map((each) => `${name}=${encodeURIComponent([each].flat()[0]!)}`),
    );
    // Logs and events have no menu, and take days or leave them to the page of a row.
    return !filters || fields.some(({ days }) => days) ? [...chosen, ...RANGES] : chosen;
  }

  it.each([
    ['/issues?query=', /href="(?<row>\/issues\/\d+[^"]*)"/],
    ['/issues/1/events?query=', /href="(?<row>\/issues\/\d+\?event=[^"]*)"/],
    ['/logs?query=', /href="(?<row>\/logs\/[^"]*)"/],
    ['/crons?query=', /href="(?<row>\/crons\/\d+[^"]*)"/],
    ['/releases?query=', /href="(?<row>\/releases\/[^"]*)"/],
    ['/performance?query=', /href="(?<row>\/performance\/\d+[^"]*)"/],
    ['/feedback?query=', /href="(?<row>\/issues\/\d+[^"]*)"/],
    ['/projects?query=', /href="(?<row>\/issues\?project=[^"]*)"/],
  ])('opens with each filter of %s', async (path, link) => {
    const ends: string[] = [];
    let followed = 0;
    for (const filter of await listFilters(path)) {
      const list = await get(`${path}&${filter}`);
      const main = list.text.split('<main')[1]?.split('</main>')[0] ?? '';
      const row = link.exec(main)?.groups?.['row'];
      if (list.status !== 200) ends.push(`${filter}: ${list.status}`);
      if (row === undefined) continue;
      followed += 1;
      const { status } = await get(row);
      if (status !== 200) ends.push(`${filter}: ${row}: ${status}`);
    }
    expect(ends).toEqual([]);
    expect(followed).toBeGreaterThan(0);
  });
});
