import { describe, expect, it } from '@jest/globals';
import {
  add,
  findForm,
  findNote,
  expectAnnounced,
  showsNotes,
  watchActions,
} from './support/board.ts';
import { holdOtherOrigin } from './support/other-origin.ts';
import { holdTours } from './support/tour.ts';

/** Message that the browser itself logs for an answer with an error status. */
const NOT_LOADED = /^Failed to load resource/;

describe('a form of an action, sent by the runtime', () => {
  const tours = holdTours();
  const elsewhere = holdOtherOrigin();

  it('shows its change without loading a document, and is empty again', async () => {
    const tour = await tours.open('/boards/shown?a=1');
    const actions = watchActions(tour);
    await add(tour, 'one');
    await tour.says('adding', 'done {"count":1,"board":"shown"}');
    await showsNotes(tour, 'one');
    expect(await findNote(tour).inputValue()).toBe('');
    expect(tour.address).toBe('/boards/shown?a=1');
    expect(tour.documents).toEqual([]);
    expect(tour.data.map(({ method }) => method)).toEqual(['POST']);
    expect(actions.map((request) => request.postData())).toEqual(['note=one&password=&by=Add']);
    expect(tour.errors).toEqual([]);
  });

  it('sends its fields as the browser would, past every cache', async () => {
    const tour = await tours.open('/boards/asked');
    const actions = watchActions(tour);
    await add(tour, 'a b&ä');
    await showsNotes(tour, 'a b&ä');
    const headers = (await actions[0]?.allHeaders()) ?? {};
    expect(headers).toMatchObject({
      action: 'add',
      'content-type': 'application/x-www-form-urlencoded',
      'cache-control': 'no-cache',
      'sec-fetch-mode': 'same-origin',
    });
    expect(headers['idempotency-key']).toMatch(/^[\w-]{16,}$/);
    expect(headers['router-state']).toMatch(new RegExp(`^${tours.platform.build} `));
  });

  it('shows a mistake at its field, focuses the field, and keeps the input', async () => {
    const tour = await tours.open('/boards/refused');
    const long = 'a note of more than twenty characters';
    await add(tour, long);
    await tour.page.getByRole('alert').getByText('A note has 1 to 20 characters.').waitFor();
    await expectAnnounced(tour, '1 field needs attention: A note has 1 to 20 characters.');
    expect(await findNote(tour).inputValue()).toBe(long);
    expect(await findNote(tour).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await findNote(tour).getAttribute('aria-invalid')).toBe('true');
    expect(tour.documents).toEqual([]);
    await add(tour, 'short');
    await showsNotes(tour, 'short');
    expect(await findNote(tour).getAttribute('aria-invalid')).toBeNull();
    expect(await tour.page.getByRole('alert').count()).toBe(0);
    expect(tour.errors.filter((text) => !NOT_LOADED.test(text))).toEqual([]);
  });

  it('focuses the invalid field of a document with which the server answered', async () => {
    const tour = await tours.enter();
    await tour.page.route('**/*.js', (route) => route.abort());
    await tour.page.goto(`${tours.origin}/boards/document`);
    await findNote(tour).fill('a note of more than twenty characters');
    await tour.page.unroute('**/*.js');
    await findForm(tour, 'add').getByRole('button', { name: 'Add' }).click();
    await tour.live();
    await expectAnnounced(tour, '1 field needs attention: A note has 1 to 20 characters.');
    expect(await findNote(tour).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await findNote(tour).getAttribute('aria-invalid')).toBe('true');
    await tour.says('adding', 'invalid');
    expect(tour.address).toBe('/boards/document');
  });

  it('sends a file with its name, type and content', async () => {
    const tour = await tours.open('/boards/files');
    const form = findForm(tour, 'attach');
    const buffer = Buffer.from('words\nand more');
    await form
      .getByLabel('file')
      .setInputFiles({ name: 'ä b.txt', mimeType: 'text/plain', buffer });
    await form.getByRole('button', { name: 'Attach' }).click();
    await tour.says(
      'attaching',
      'done {"name":"ä b.txt","type":"text/plain","bytes":14,"text":"words"}',
    );
    expect(await form.getByLabel('file').inputValue()).toBe('');
  });

  it('goes to the redirect of the action, without another request', async () => {
    const tour = await tours.open('/boards/led');
    const entries = await tour.entries();
    await findForm(tour, 'lead').getByLabel('place').fill('/boards/there?b=2');
    await findForm(tour, 'lead').getByRole('button', { name: 'Lead' }).click();
    await tour.shows('board there');
    expect(tour.address).toBe('/boards/there?b=2');
    expect(await tour.entries()).toBe(entries + 1);
    expect(tour.data).toHaveLength(1);
    expect(tour.documents).toEqual([]);
    await tour.back('board led');
  });

  it('follows the redirect of the action to another origin', async () => {
    const tour = await tours.open('/boards/led');
    await findForm(tour, 'lead').getByLabel('place').fill(`${elsewhere.origin}/away`);
    await findForm(tour, 'lead').getByRole('button', { name: 'Lead' }).click();
    await tour.shows('elsewhere');
    expect(elsewhere.documents).toContain('/away');
  });

  it('is left to the browser when the form asks for that', async () => {
    const tour = await tours.open('/boards/marked');
    await findForm(tour, 'mark').getByRole('button').click();
    await tour.says('mark', 'made');
    expect(tour.documents).toEqual(['/boards/marked?_action=mark']);
  });
});
