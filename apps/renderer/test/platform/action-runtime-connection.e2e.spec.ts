import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { LATE_PART, holdScript } from './support/held-script.ts';
import { interceptAction } from './support/answers.ts';
import {
  add,
  findForm,
  findNote,
  hasActions,
  expectAnnounced,
  showsNotes,
} from './support/board.ts';
import { holdTours } from './support/tour.ts';

const WAITING = 'Waiting for the connection. Your input is sent once it is back.';
const UNEXPECTED = 'An unexpected response was received from the server.';

describe('a form whose answer does not come', () => {
  const tours = holdTours({ options: { visitor: () => 'somebody' } });

  it('waits and says so while the browser is offline, and goes on afterwards', async () => {
    const tour = await tours.open('/boards/offline', { alone: true });
    await hasActions(tour);
    await tour.page.context().setOffline(true);
    await add(tour, 'patient');
    await tour.says('adding', 'waiting');
    await expectAnnounced(tour, WAITING);
    expect(await findNote(tour).inputValue()).toBe('patient');
    await showsNotes(tour, 'patient …');
    await tour.page.context().setOffline(false);
    await showsNotes(tour, 'patient');
    await tour.says('adding', 'done {"count":1,"board":"offline"}');
    expect(tour.documents).toEqual([]);
  });

  it('is sent again with the same bytes, including files, after a lost connection', async () => {
    const tour = await tours.open('/boards/dead-file');
    const bodies: (Buffer | null)[] = [];
    const types: (string | undefined)[] = [];
    await interceptAction(tour.page, 'attach', async (route) => {
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

  it('is sent although its page is left, and the browser asks before the document is left', async () => {
    const tour = await tours.open('/boards/going-on');
    const stop = await interceptAction(tour.page, 'add', (route) =>
      route.abort('connectionrefused'),
    );
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

  it('runs its action once, though it was sent again after an unusable answer', async () => {
    const tour = await tours.open('/boards/unknown');
    const stop = await interceptAction(tour.page, 'add', async (route, answer) => {
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

  it('waits for the code that sends forms when that is not loaded yet', async () => {
    const tour = await tours.enter();
    const held = await holdScript(tour.page, LATE_PART);
    await tour.visit(`${tours.origin}/boards/early`);
    await held.isAsked;
    await add(tour, 'early');
    await tour.says('adding', 'sending');
    // Notes are shown as pending only after the code that sends forms is loaded.
    await showsNotes(tour);
    held.release();
    await showsNotes(tour, 'early');
    expect(tour.documents).toEqual(['/boards/early']);
  });

  it('is sent by the browser when the code that sends forms fails to load', async () => {
    const tour = await tours.open('/boards/native', {
      prepare: (page) => page.route(LATE_PART, (route) => route.abort()),
    });
    await add(tour, 'by itself');
    await showsNotes(tour, 'by itself');
    expect(tour.documents).toEqual(['/boards/native?_action=add']);
    expect(tour.address).toBe('/boards/native');
  });
});
