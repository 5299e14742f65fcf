import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { interceptAction } from './support/answers.ts';
import {
  add,
  findForm,
  findNote,
  expectAnnounced,
  showsNotes,
  watchActions,
} from './support/board.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const UNKNOWN = 'This page has no such action.';
const NOT_DONE = 'Nothing was done: this page has changed since. Check it, and send it again.';
const NOT_SIGNED_IN = 'You are not signed in. Sign in, and send it again.';

describe('a refused form', () => {
  const tours = holdTours();

  const script = ({ page }: Tour, text: string): Promise<void> =>
    page.setExtraHTTPHeaders({ 'x-script': text });

  it.each([[403, 'Not allowed']])(
    'shows the refusal %i in place of its page, inside the layouts',
    async (status, heading) => {
      const tour = await tours.open('/boards/lost');
      await script(tour, `guard.method=${status}`);
      await add(tour, 'too late');
      await tour.shows(heading);
      await tour.page.getByTitle('the frame').getByRole('heading').first().waitFor();
      expect(tour.address).toBe('/boards/lost');
      expect(tour.documents).toEqual([]);
      await script(tour, '');
      await tour.page.evaluate(() => void setTimeout(() => history.go(0)));
      await tour.shows('board lost');
      await showsNotes(tour);
    },
  );

  it('shows the digest of a server error, and keeps its input', async () => {
    const tour = await tours.open('/boards/faulty');
    await script(tour, 'add=500');
    await add(tour, 'kept');
    await eventually('it has failed', async () =>
      /^failed .* Digest: \d+$/.test(await tour.text('adding')),
    );
    expect(await findNote(tour).inputValue()).toBe('kept');
    await script(tour, '');
    await findForm(tour, 'add').getByRole('button', { name: 'Add' }).click();
    await showsNotes(tour, 'kept');
  });

  it('shows the reason that its action gives, and keeps its input', async () => {
    const tour = await tours.open('/boards/full');
    await add(tour, 'kept');
    await tour.says('adding', 'failed <b>Full</b> & closed.');
    await expectAnnounced(tour, '<b>Full</b> & closed.');
    expect(await findNote(tour).inputValue()).toBe('kept');
    expect(tour.documents).toEqual([]);
  });

  it('says that its own build does not know the action, and loads no document', async () => {
    const tour = await tours.open('/boards/renamed');
    await interceptAction(tour.page, 'add', (route) =>
      route.continue({ headers: { ...route.request().headers(), action: 'added' } }),
    );
    await add(tour, 'kept');
    await tour.says('adding', `failed ${UNKNOWN}`);
    await expectAnnounced(tour, UNKNOWN);
    expect(await findNote(tour).inputValue()).toBe('kept');
    expect(tour.documents).toEqual([]);
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
    await eventually(
      'it is typed again',
      async () => (await findNote(tour).inputValue()) === 'kept',
    );
    await findForm(tour, 'add').getByRole('button', { name: 'Add' }).click();
    await tour.says('adding', `failed ${UNKNOWN}`);
    expect(await findNote(tour).inputValue()).toBe('kept');
    expect(tour.documents).toHaveLength(1);
  });

  it('an accepted form that another build answers is done, and its document reloads once', async () => {
    const tour = await tours.open('/boards/deployed');
    const { build } = tours.platform;
    await interceptAction(tour.page, 'add', async (route, answer) => {
      const response = await answer();
      const body = (await response.text()).replace(build, 'the-next');
      await route.fulfill({ response, body });
    });
    await tour.page.getByLabel('text').fill('typed elsewhere');
    await add(tour, 'one');
    await eventually('it is loaded again', () => tour.documents.length === 1);
    await tour.live();
    await showsNotes(tour, 'one');
    expect(await findNote(tour).inputValue()).toBe('');
    await eventually(
      'the other is typed again',
      async () => (await tour.page.getByLabel('text').inputValue()) === 'typed elsewhere',
    );
    await add(tour, 'two');
    await tour.says('adding', 'done {"count":2,"board":"deployed"}');
    expect(tour.documents).toHaveLength(1);
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
      expect(await findNote(tour).inputValue()).toBe('patient');
      await sit(tour, 'now');
      await dialog(tour).getByText('Say the word.').waitFor();
      await sit(tour);
      await dialog(tour).waitFor({ state: 'detached' });
      await showsNotes(tour, 'patient');
      await tour.says('adding', 'done {"count":1,"board":"closed-again"}');
      expect(await tour.page.getByLabel('text').inputValue()).toBe('typed elsewhere');
      const keys = actions
        .filter((request) => request.headers()['action'] === 'add')
        .map((request) => request.headers()['idempotency-key']);
      expect(keys).toHaveLength(2);
      expect(keys[1]).toBe(keys[0]);
      expect(tour.documents).toEqual([]);
    });

    it.each<[string, (page: Page) => Promise<void>]>([
      ['Escape', (page) => page.keyboard.press('Escape')],
    ])('keeps its input when the sign-in dialog is closed by %s', async (_, close) => {
      const tour = await openSeatless('closed');
      await add(tour, 'kept');
      await dialog(tour).waitFor();
      await close(tour.page);
      await tour.says('adding', `failed ${NOT_SIGNED_IN}`);
      await expectAnnounced(tour, NOT_SIGNED_IN);
      expect(await findNote(tour).inputValue()).toBe('kept');
      expect(await tour.page.locator('.challenge-dialog').count()).toBe(0);
      await showsNotes(tour);
    });

    it('closes its sign-in dialog when the visitor follows a link in it', async () => {
      const tour = await openSeatless('away');
      await add(tour, 'kept');
      await dialog(tour).getByRole('link', { name: 'Away' }).click();
      await tour.shows('board elsewhere');
      await dialog(tour).waitFor({ state: 'detached' });
    });

    it('shares one sign-in dialog with a second form that is refused', async () => {
      const tour = await openSeatless('both');
      await add(tour, 'first');
      await dialog(tour).waitFor();
      await tour.page.evaluate(() => {
        const form = document.querySelector<HTMLFormElement>('form[action$="=attach"]');
        form?.requestSubmit();
      });
      await tour.says('attaching', 'sending');
      expect(await dialog(tour).count()).toBe(1);
      await sit(tour);
      await showsNotes(tour, 'first');
      await eventually('the other is answered', async () =>
        (await tour.text('attaching')).startsWith('invalid'),
      );
    });

    it('makes other tabs of the visitor load their pages again after the sign-in', async () => {
      const tour = await openSeatless('tabs');
      const other = await tour.page.context().newPage();
      await other.goto(`${tours.origin}/boards/elsewhere`);
      await other.locator('[data-live=true]').waitFor({ state: 'attached' });
      const before = await other.getByTestId('loads').textContent();
      await add(tour, 'told');
      await sit(tour);
      await showsNotes(tour, 'told');
      await eventually(
        'the other tab loads again',
        async () => (await other.getByTestId('loads').textContent()) !== before,
      );
    });
  });
});
