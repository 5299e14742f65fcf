import { beforeAll, describe, expect, it } from '@jest/globals';
import { settleUpload } from '#product/testing';
import type { GroupedEvent } from '#product/recording/reports';
import { hold } from '../../../test/support/hold.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';
import { sampleEvent, sampleReport } from './support/sample-report.ts';

const MAPS = '/settings/projects/web/source-maps';
/** Reprocessing begins some seconds after the request, so the spec uses a later time. */
const LATER_MS = 60_000;

describe('the form "Process again", without scripts', () => {
  const renderer = hold(startPeopledRenderer);
  let event: GroupedEvent;

  beforeAll(async () => {
    const nowMs = Date.now();
    const times = { occurredAtMs: nowMs, receivedAtMs: nowMs };
    const [thrown] = sampleEvent().exceptions;
    const frames = [{ function: 'o', filename: '/dist/cart.js', line: 1, column: 9, inApp: true }];
    const report = sampleReport(1, sampleEvent({ ...times, exceptions: [{ ...thrown!, frames }] }));
    [event] = report.events as [GroupedEvent];
    await renderer.stores.reports.record([report]);
  });

  const read = async (person: Person, path = '/issues/1') => {
    const { text } = await renderer.get(person, path).expect(200);
    const shown = text.slice(text.indexOf('<div id="root">'), text.indexOf('<script type="app'));
    return { hasButton: shown.includes('Process again</button>'), shown };
  };

  async function process(): Promise<void> {
    const { reprocessings } = renderer.stores;
    const nowMs = Date.now() + LATER_MS;
    const grouping = { ...event.grouping, keys: [{ version: 1, key: 'f'.repeat(32) }] };
    for (let page; (page = await reprocessings.readPage(nowMs));) {
      const made = page.events.map(
        ({ id }) => [id, { ...event, grouping, hasPlaces: true }] as const,
      );
      await reprocessings.writePage(page, new Map(made), nowMs);
    }
  }

  it('is offered when an upload may fit the event, to people who may change issues', async () => {
    const before = await read('member');
    expect(before.hasButton).toBe(false);
    expect(before.shown).toContain(`<a href="${MAPS}">how to upload them</a>`);
    expect((await read('member', MAPS)).hasButton).toBe(false);
    await settleUpload(renderer.stores, 'a');
    for (const path of ['/issues/1', MAPS]) {
      expect((await read('viewer', path)).hasButton).toBe(false);
    }
    expect((await read('member')).hasButton).toBe(true);
  });

  it('shows its progress and its result, and can be undone', async () => {
    await renderer.send('member', '/issues/1', 'process-again').expect(303);
    const running = await read('member');
    expect(running.shown).toContain('Processing again: 0 of 1 event when');
    expect(running.hasButton).toBe(false);
    await process();
    const done = await read('member');
    expect(done.shown).toContain('Processed again: 1 of 1 event got more of the original code.');
    expect(done.shown).toContain('processed events again: 1 got original places');
    expect((await read('viewer')).shown).not.toContain('Undo</button>');
    const [, history = ''] = /name="history" value="(\d+)"/.exec(done.shown) ?? [];
    await renderer.send('member', '/issues/1', 'undo', { history }).expect(303);
    const undone = await read('member');
    expect(undone.shown).toContain('events that were processed again go back');
    expect(undone.shown).not.toContain('Undo</button>');
  });

  it('works for all issues of a project', async () => {
    const { artifactBundles } = renderer.stores;
    const own = (await artifactBundles.findSought())!;
    expect((await read('member', MAPS)).shown).toContain('Errata looks through the events');
    await artifactBundles.noteSought(own, null);
    expect((await read('member', MAPS)).hasButton).toBe(true);
    await renderer.send('member', MAPS, 'process-again').expect(303);
    expect(await artifactBundles.findSought()).toEqual(own);
  });
});
