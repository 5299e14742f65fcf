import { beforeAll, describe, expect, it } from '@jest/globals';
import { retentionSettings } from '#product/projects/projects';
import { createGroupedEvent, createReport } from '#product/testing';
import { hold } from '../../../test/support/hold.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';
import { shownOf } from './support/shown.ts';

const RETENTION = '/settings/projects/web/data/retention';
const DAY_MS = 24 * 3_600_000;

const toDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

describe('retention', () => {
  const renderer = hold(startPeopledRenderer);
  let nowMs: number;

  beforeAll(async () => {
    // The time is a full hour, because the events of an hour are thinned together.
    nowMs = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    const at = (receivedAtMs: number, groupedBy: string) =>
      createGroupedEvent({ groupedBy, event: { receivedAtMs } });
    const events = [
      at(nowMs - 200 * DAY_MS, 'gone'),
      at(nowMs - 20 * DAY_MS, 'thinned'),
      at(nowMs - 20 * DAY_MS + 1, 'thinned'),
    ];
    await renderer.stores.reports.record([createReport(1, events)]);
  });

  async function show(path: string, person: Person = 'owner'): Promise<string> {
    return shownOf((await renderer.get(person, path).expect(200)).text).replaceAll('<!-- -->', '');
  }

  it('is set by admins of the project, in days within bounds', async () => {
    const { send, stores, get } = renderer;
    await get('member', RETENTION).expect(403);
    expect(await show(RETENTION, 'admin')).toContain('value="90"');
    for (const days of ['1', '366', '7.5', '-5', 'many', '']) {
      const refused = await send('admin', RETENTION, 'keep', { days }).expect(422);
      expect(refused.text).toContain('Give a number of days from 2 to 365.');
    }
    await send('admin', RETENTION, 'keep', { days: '30' }).expect(303);
    expect(await show(RETENTION, 'admin')).toContain('value="30"');
    expect((await stores.settings.get(1, retentionSettings)).value).toEqual({ days: 30 });
    expect(await show('/settings/audit')).toMatch(
      /changed the retention of \S+ from \d+ to 30 days/,
    );
  });

  it('is shown on the operation page, with the next removal and the space in use', async () => {
    const { stores } = renderer;
    const path = '/settings/operation?_whole=1';
    expect(await show(path)).not.toContain('the database takes');
    while (await stores.retention.removeExpired(nowMs));
    await stores.space.remember(await stores.space.measure(nowMs));
    const byAge = await show(path);
    const sent = nowMs - 20 * DAY_MS;
    expect(byAge).toContain(
      `On ${toDay(sent + 30 * DAY_MS)} Errata removes what web sent on ${toDay(sent)}, because its retention ends then.`,
    );
    expect(byAge).toMatch(/the database takes \d+ kB, of which .* are free for what comes next/);
    await stores.storage.settle(10, async () => 0);
    expect(await show(path)).toContain(
      `To make room, Errata next thins what web sent on ${toDay(sent)}: only the first event of each issue and hour stays whole.`,
    );
  });

  it('leaves pages of issues and events that say what was removed', async () => {
    const { stores } = renderer;
    while (await stores.retention.removeExpired(nowMs));
    const from = await stores.retention.makeRoom(nowMs);
    expect(from).toBeDefined();
    const issues = await stores.issues.list({ limit: 9 });
    const [thinned, gone] = issues.map(({ id }) => id);
    const page = await show(`/issues/${gone}`);
    expect(page).toContain('The events of this issue were removed.');
    expect(page).toContain('The project keeps events for 30 days');
    expect(page).toContain('TypeError');
    const first = await stores.events.find(thinned!);
    const stub = await show(`/issues/${thinned}?event=${first?.newerEventId}`);
    expect(stub).toContain('Errata removed most of this event.');
    expect(stub).toContain('only the first event of each hour, or of each day, whole');
  });
});
