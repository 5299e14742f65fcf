import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { interceptAction } from './support/answers.ts';
import {
  add,
  expectAnnounced,
  findForm,
  findNote,
  hasActions,
  showsNotes,
  watchActions,
} from './support/board.ts';
import { navigateByScript } from './support/lead.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

/** Message that the browser itself logs for an answer with an error status. */
const NOT_LOADED = /^Failed to load resource/;
const LONG = 'a note of more than twenty characters';
const MISTAKE = '1 field needs attention: A note has 1 to 20 characters.';
const UNKNOWN = 'This page has no such action.';
const UNEXPECTED = 'An unexpected response was received from the server.';
const NOT_DONE = 'Nothing was done: the page had to be loaded again. Check it, and send it again.';
const NOT_SIGNED_IN = 'You are not signed in. Sign in, and send it again.';

describe('a form of an action, sent by the runtime', () => {
  const tours = holdTours({ options: { visitor: () => 'somebody' } });

  const script = ({ page }: Tour, text: string): Promise<void> =>
    page.setExtraHTTPHeaders({ [SCRIPT_HEADER]: text });

  const press = (tour: Tour, form: string, name: string): Promise<void> =>
    findForm(tour, form).getByRole('button', { name }).click();

  async function isPointedOut(tour: Tour): Promise<void> {
    await expectAnnounced(tour, MISTAKE);
    await expectPage
      .poll(() => findNote(tour).evaluate((field) => field === document.activeElement))
      .toBe(true);
    await expectPage(findNote(tour)).toHaveAttribute('aria-invalid', 'true');
  }

  it('shows its change without loading a document, and is empty again', async () => {
    const tour = await tours.open('/boards/shown?a=1');
    const actions = watchActions(tour);
    // A field of this name hides the form's own method.
    await findForm(tour, 'add').evaluate((form) =>
      form.insertAdjacentHTML('beforeend', '<input name="reset" disabled>'),
    );
    await add(tour, 'one');
    await tour.says('adding', 'done {"count":1,"board":"shown"}');
    await showsNotes(tour, 'one');
    await expectPage(findNote(tour)).toHaveValue('');
    expect(tour.address).toBe('/boards/shown?a=1');
    expect([tour.documents, tour.errors]).toEqual([[], []]);
    expect(actions.map((request) => request.postData())).toEqual(['note=one&password=&by=Add']);
  });

  it('shows a mistake at its field, focuses the field, and keeps the input', async () => {
    const tour = await tours.open('/boards/refused');
    await add(tour, LONG);
    await tour.page.getByRole('alert').getByText('A note has 1 to 20 characters.').waitFor();
    await isPointedOut(tour);
    await expectPage(findNote(tour)).toHaveValue(LONG);
    await add(tour, 'short');
    await showsNotes(tour, 'short');
    await expectPage(findNote(tour)).not.toHaveAttribute('aria-invalid');
    await expectPage(tour.page.getByRole('alert')).toHaveCount(0);
    expect(tour.documents).toEqual([]);
    expect(tour.errors.filter((text) => !NOT_LOADED.test(text))).toEqual([]);
  });

  it('focuses the invalid field of a document with which the server answered', async () => {
    const tour = await tours.enter();
    await tour.page.route('**/*.js', (route) => route.abort());
    await tour.page.goto(`${tours.origin}/boards/document`);
    await findNote(tour).fill(LONG);
    await tour.page.unroute('**/*.js');
    await press(tour, 'add', 'Add');
    await tour.live();
    await isPointedOut(tour);
    await tour.says('adding', 'invalid');
    expect(tour.address).toBe('/boards/document');
  });

  it('sends a file with its name, type and content', async () => {
    const tour = await tours.open('/boards/files');
    const field = findForm(tour, 'attach').getByLabel('file');
    const buffer = Buffer.from('words\nand more');
    await field.setInputFiles({ name: 'ä b.txt', mimeType: 'text/plain', buffer });
    await press(tour, 'attach', 'Attach');
    const sent = '{"name":"ä b.txt","type":"text/plain","bytes":14,"text":"words"}';
    await tour.says('attaching', `done ${sent}`);
    await expectPage(field).toHaveValue('');
  });

  it('is left to the browser when the form asks for that', async () => {
    const tour = await tours.open('/boards/marked');
    await findForm(tour, 'mark').getByRole('button').click();
    await tour.says('mark', 'made');
    expect(tour.documents).toEqual([expect.stringMatching(/^\/boards\/marked\?_action=mark\./)]);
  });

  it('is sent by a button without fields, to the page that has the action', async () => {
    const tour = await tours.open('/boards/counting');
    await tour.page.getByRole('button', { name: 'Count' }).click();
    await tour.says('counting', 'done 3');
    expect(tour.data[0]).toMatchObject({ method: 'POST', url: '/boards/counted?count=3' });
    expect(tour.address).toBe('/boards/counting');
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
    await press(tour, 'add', 'Add');
    await tour.says('adding', 'done {"count":1,"board":"unknown"}');
    await showsNotes(tour, 'single');
  });

  describe('a form that is being sent', () => {
    it('shows its values at once, waits for the form sent before, and is taken back when refused', async () => {
      const tour = await tours.open('/boards/optimistic');
      const actions = watchActions(tour);
      await add(tour, 'held x');
      await showsNotes(tour, 'held x …');
      await add(tour, LONG);
      await showsNotes(tour, 'held x …', `${LONG} …`);
      await eventually('the first waits', () => tours.platform.script.isWaiting('held x'));
      expect(actions).toHaveLength(1);
      await tours.openGate('held x');
      await showsNotes(tour, 'held x');
      await tour.page.getByRole('alert').getByText('A note has 1 to 20').waitFor();
      await expectPage(findNote(tour)).toHaveValue(LONG);
    });

    it('keeps text that is typed meanwhile', async () => {
      const tour = await tours.open('/boards/meanwhile');
      await add(tour, 'held');
      await findNote(tour).fill('the next');
      await tours.openGate('held');
      await tour.says('adding', 'done {"count":1,"board":"meanwhile"}');
      await expectPage(findNote(tour)).toHaveValue('the next');
    });

    it('is shown to a visitor who left its page and came back meanwhile', async () => {
      const tour = await tours.open('/boards/returned');
      await hasActions(tour);
      await add(tour, 'held returned');
      await tour.page.getByRole('link', { name: 'Elsewhere' }).click();
      await tour.shows('board elsewhere');
      await tour.back('board returned');
      await showsNotes(tour, 'held returned …');
      await tours.openGate('held returned');
      await showsNotes(tour, 'held returned');
      expect(tour.documents).toEqual([]);
    });

    it('never shows a note twice, as sent and as stored', async () => {
      const tour = await tours.open('/boards/once');
      await tour.page.evaluate(() => {
        document.body.dataset['seen'] = '';
        const note = (): void => {
          const all = [...document.querySelectorAll('li > :first-child')];
          document.body.dataset['seen'] += `${all.map((each) => each.textContent).join()}|`;
          requestAnimationFrame(note);
        };
        note();
      });
      await add(tour, 'held once');
      await showsNotes(tour, 'held once …');
      await tours.openGate('held once');
      await showsNotes(tour, 'held once');
      // Two frames must pass, because the callback of a frame notes the content of the previous
      // frame.
      const seen = await tour.page.evaluate(async () => {
        await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
        return document.body.dataset['seen'] ?? '';
      });
      expect([...new Set(seen.split('|').slice(0, -1))]).toEqual(['', 'held once …', 'held once']);
    });
  });

  describe('a refused form', () => {
    const elsewhere = (tour: Tour) => tour.byLabel('text');
    const isTyped = (tour: Tour): Promise<boolean> =>
      eventually(
        'both are typed again',
        async () =>
          (await findNote(tour).inputValue()) === 'typed' &&
          (await elsewhere(tour).inputValue()) === 'typed elsewhere',
      );

    it('shows its refusal inside the layouts, and gets its input back wherever the page comes back', async () => {
      const tour = await tours.open('/boards/kept');
      const refused = 'guard.method=403, guard.action=403';
      await elsewhere(tour).fill('typed elsewhere');
      await script(tour, refused);
      await add(tour, 'typed');
      await tour.shows('Not allowed');
      await tour.page.getByTitle('the frame').getByRole('heading').first().waitFor();
      expect([tour.address, tour.documents]).toEqual(['/boards/kept', []]);
      await script(tour, '');
      await navigateByScript(tour, '/boards/elsewhere');
      await tour.shows('board elsewhere');
      await script(tour, refused);
      await tour.back('Not allowed');
      await tour.page.reload();
      await tour.shows('Not allowed');
      await script(tour, '');
      await tour.page.reload();
      await tour.live();
      await isTyped(tour);
    });

    it('reloads its document once when another build lacks the action, and keeps its input', async () => {
      const tour = await tours.open('/boards/renamed');
      await interceptAction(tour.page, 'add', (route) =>
        route.fulfill({
          status: 404,
          headers: { 'Action-Not-Found': '1', 'Router-Build': 'another' },
          contentType: 'text/plain',
          body: UNKNOWN,
        }),
      );
      await add(tour, 'kept');
      await eventually('it is loaded again', () => tour.documents.length === 1);
      await tour.live();
      await tour.byText(NOT_DONE).first().waitFor();
      const isKept = async () => (await findNote(tour).inputValue()) === 'kept';
      await eventually('it is typed again', isKept);
      await press(tour, 'add', 'Add');
      await tour.says('adding', `failed ${UNKNOWN}`);
      await expectPage(findNote(tour)).toHaveValue('kept');
      expect(tour.documents).toHaveLength(1);
    });
  });

  describe('a form of a signed-out visitor', () => {
    async function openSeatless(board: string): Promise<Tour> {
      const tour = await tours.enter();
      const context = tour.page.context();
      await context.addCookies([{ name: 'seat', value: 'taken', url: tours.origin }]);
      await tour.visit(`${tours.origin}/boards/closed-${board}`);
      await context.clearCookies();
      tour.forget();
      return tour;
    }

    const dialog = ({ page }: Tour) => page.getByRole('dialog').filter({ visible: true });

    async function sit(tour: Tour, word = 'please'): Promise<void> {
      await dialog(tour).getByLabel('word').fill(word);
      await dialog(tour).getByRole('button', { name: 'Sit down' }).click();
    }

    it('is sent again under the same key after the sign-in, and other typed text stays', async () => {
      const tour = await openSeatless('again');
      const actions = watchActions(tour);
      await tour.page.getByLabel('text').fill('typed elsewhere');
      await add(tour, 'patient');
      await dialog(tour).getByText('Please sign in first').waitFor();
      await expectPage(findNote(tour)).toHaveValue('patient');
      await sit(tour, 'now');
      await dialog(tour).getByText('Say the word.', { exact: true }).waitFor();
      await dialog(tour).getByText('1 field needs attention: Say the word.').waitFor();
      await sit(tour);
      await dialog(tour).waitFor({ state: 'detached' });
      await showsNotes(tour, 'patient');
      await tour.says('adding', 'done {"count":1,"board":"closed-again"}');
      await expectPage(tour.page.getByLabel('text')).toHaveValue('typed elsewhere');
      const keys = actions
        .filter((request) => request.headers()['action']?.startsWith('add.'))
        .map((request) => request.headers()['idempotency-key']);
      expect(keys).toEqual([expect.stringMatching(/^[\w-]{16,}$/), keys[0]]);
      expect(tour.documents).toEqual([]);
    });

    it('keeps its input when the sign-in dialog is closed by Escape', async () => {
      const tour = await openSeatless('closed');
      await add(tour, 'kept');
      await dialog(tour).waitFor();
      await tour.page.keyboard.press('Escape');
      await tour.says('adding', `failed ${NOT_SIGNED_IN}`);
      await expectAnnounced(tour, NOT_SIGNED_IN);
      await expectPage(findNote(tour)).toHaveValue('kept');
      await expectPage(tour.page.locator('.challenge-dialog')).toHaveCount(0);
      await showsNotes(tour);
    });
  });
});
