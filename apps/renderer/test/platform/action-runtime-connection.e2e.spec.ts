import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { LATE_PART, holdScript } from './support/held-script.ts';
import { meddle } from './support/answers.ts';
import {
  POLITE,
  add,
  findForm,
  findNote,
  hasActions,
  isTold,
  showsNotes,
  watchActions,
} from './support/board.ts';
import { Tours } from './support/tour.ts';

const WAITING = 'Waiting for the connection. What you sent goes on by itself.';
const OFFLINE = 'You are offline. What you sent goes on when the connection is back.';
const UNEXPECTED = 'An unexpected response was received from the server.';

describe('a form whose answer does not come', () => {
  let tours: Tours;

  beforeAll(async () => {
    tours = await Tours.start({ options: { visitor: () => 'somebody' } });
  });

  afterEach(() => tours.close());

  afterAll(() => tours.end());

  const keysOf = (requests: readonly Request[]): (string | undefined)[] =>
    requests.map((request) => request.headers()['idempotency-key']);

  it('waits while the browser is offline, says so, and goes on when it is not', async () => {
    const tour = await tours.open('/boards/offline');
    await hasActions(tour);
    await tour.page.context().setOffline(true);
    await add(tour, 'patient');
    await tour.says('adding', 'waiting');
    await isTold(tour, WAITING);
    expect(await findNote(tour).inputValue()).toBe('patient');
    await showsNotes(tour, 'patient …');
    await tour.page.context().setOffline(false);
    await showsNotes(tour, 'patient');
    await tour.says('adding', 'done {"count":1,"board":"offline"}');
    expect(tour.documents).toEqual([]);
  });

  it('is sent again by itself while the server is dead, and done once', async () => {
    const tour = await tours.open('/boards/dead');
    const actions = watchActions(tour);
    let tries = 0;
    const stop = await meddle(tour.page, 'add', async (route, answer) => {
      tries += 1;
      // The first is done, and its answer lost; then the server is gone.
      if (tries === 1) await answer();
      await route.abort('connectionrefused');
    });
    await add(tour, 'once');
    await tour.says('adding', 'waiting');
    await eventually('it is tried again', () => tries === 2);
    await stop();
    await tour.says('adding', 'done {"count":1,"board":"dead"}');
    await showsNotes(tour, 'once');
    expect(actions.length).toBeGreaterThanOrEqual(3);
    expect(new Set(keysOf(actions)).size).toBe(1);
    expect(new Set(actions.map((request) => request.postData())).size).toBe(1);
  });

  it('is sent again with the same bytes, files and all', async () => {
    const tour = await tours.open('/boards/dead-file');
    const bodies: (Buffer | null)[] = [];
    const types: (string | undefined)[] = [];
    await meddle(tour.page, 'attach', async (route) => {
      bodies.push(route.request().postDataBuffer());
      types.push(route.request().headers()['content-type']);
      if (bodies.length === 1) await route.abort('connectionreset');
      else await route.continue();
    });
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };
    await findForm(tour, 'attach').getByLabel('file').setInputFiles(file);
    await findForm(tour, 'attach').getByRole('button', { name: 'Attach' }).click();
    await tour.says('attaching', 'waiting');
    await eventually('it is attached', async () =>
      (await tour.text('attaching')).startsWith('done'),
    );
    expect(types[0]).toMatch(/^multipart\/form-data; boundary=/);
    expect(types[1]).toBe(types[0]);
    expect(bodies[1]?.equals(bodies[0] as Buffer)).toBe(true);
  });

  it('goes on when its page is left, and asks before its document is', async () => {
    const tour = await tours.open('/boards/going-on');
    const stop = await meddle(tour.page, 'add', (route) => route.abort('connectionrefused'));
    await add(tour, 'going on');
    await tour.says('adding', 'waiting');
    await tour.page.getByRole('link', { name: 'Elsewhere' }).click();
    await tour.shows('board elsewhere');
    const asked: string[] = [];
    tour.page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await tour.page.close({ runBeforeUnload: true });
    await eventually('the browser asks', () => asked.length > 0);
    expect(asked).toEqual(['beforeunload']);
    await stop();
    await eventually('it is there', async () => {
      const page = await fetch(`${tours.origin}/boards/going-on`);
      return (await page.text()).includes('going on');
    });
    await tour.back('board going-on');
    await showsNotes(tour, 'going on');
  });

  it.each([
    ['HTML', 502, 'text/html', '<h1>Bad Gateway</h1>', UNEXPECTED],
    ['a text', 503, 'text/plain; charset=utf-8', 'Back in a minute.', 'Back in a minute.'],
    ['a success that is none', 200, 'text/html', '<h1>Welcome</h1>', UNEXPECTED],
    ['a text that says nothing', 500, 'text/plain', '', UNEXPECTED],
  ])('fails with %s, and may be sent again', async (_, status, contentType, body, message) => {
    const tour = await tours.open(`/boards/failing-${status}`);
    const actions = watchActions(tour);
    const stop = await meddle(tour.page, 'add', (route) =>
      route.fulfill({ status, contentType, body }),
    );
    await add(tour, 'kept');
    await tour.says('adding', `failed ${message}`);
    await isTold(tour, message);
    expect(await findNote(tour).inputValue()).toBe('kept');
    await showsNotes(tour);
    await stop();
    // It may have been done: the same is sent under the same key.
    await findForm(tour, 'add').getByRole('button', { name: 'Add' }).click();
    await showsNotes(tour, 'kept');
    await add(tour, 'another');
    await showsNotes(tour, 'kept', 'another');
    const [first, second, third] = keysOf(actions);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(tour.documents).toEqual([]);
  });

  it('is done once, though it was sent again after an answer that said nothing', async () => {
    const tour = await tours.open('/boards/unknown');
    const stop = await meddle(tour.page, 'add', async (route, answer) => {
      await answer();
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>No</h1>' });
    });
    await add(tour, 'single');
    await tour.says('adding', `failed ${UNEXPECTED}`);
    await stop();
    await findForm(tour, 'add').getByRole('button', { name: 'Add' }).click();
    await tour.says('adding', 'done {"count":1,"board":"unknown"}');
    await showsNotes(tour, 'single');
  });

  it('waits for its code, when it is sent before that is there', async () => {
    const tour = await tours.enter();
    const held = await holdScript(tour.page, LATE_PART);
    await tour.visit(`${tours.origin}/boards/early`);
    await held.isAsked;
    await add(tour, 'early');
    await tour.says('adding', 'sending');
    // Its fields are not known yet.
    await showsNotes(tour);
    held.release();
    await showsNotes(tour, 'early');
    expect(tour.documents).toEqual(['/boards/early']);
  });

  it('waits for the connection to load its code, says so, and goes on when that is back', async () => {
    const tour = await tours.enter();
    const failed = tour.page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/assets/late-part-'),
    );
    await tour.page.route(LATE_PART, (route) => route.abort());
    await tour.visit(`${tours.origin}/boards/cut`);
    await failed;
    await tour.page.unroute(LATE_PART);
    await tour.page.context().setOffline(true);
    await add(tour, 'cut off');
    await tour.says('adding', 'waiting');
    await isTold(tour, OFFLINE, POLITE);
    await tour.page.context().setOffline(false);
    await showsNotes(tour, 'cut off');
    await tour.says('adding', 'done {"count":1,"board":"cut"}');
    expect(tour.documents).toEqual(['/boards/cut']);
  });

  it('is sent by the browser when its code does not come', async () => {
    const tour = await tours.open('/boards/native', {
      prepare: (page) => page.route(LATE_PART, (route) => route.abort()),
    });
    await add(tour, 'by itself');
    await showsNotes(tour, 'by itself');
    expect(tour.documents).toEqual(['/boards/native?_action=add']);
    expect(tour.address).toBe('/boards/native');
  });
});
