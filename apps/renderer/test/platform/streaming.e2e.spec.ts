import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const LATE = '/probe/a/1/late';

describe('a streamed document in a browser', () => {
  const tours = holdTours();

  function enter(script = '', javaScriptEnabled = true): Promise<Tour> {
    return tours.enter({ javaScriptEnabled, extraHTTPHeaders: { [SCRIPT_HEADER]: script } });
  }

  it('shows its shell first, is live before its data, and shows each datum as it comes', async () => {
    const { page, errors } = await enter();
    await page.goto(`${tours.origin}${LATE}?hold=1`, { waitUntil: 'commit' });
    const [first, second] = [page.getByLabel('first'), page.getByLabel('second')];
    await first.getByText('first waits').waitFor();
    await page.locator('button[data-live=true]').click();
    await page.getByText('clicked 1').waitFor();
    await expectPage(second).toHaveText('second waits');
    await tours.openGate('second');
    await second.getByText('second words').waitFor();
    await expectPage(first).toHaveText('first waits');
    await tours.openGate('first');
    await first.getByText('first words </script>').waitFor();
    await expectPage(page.locator('button')).toHaveText('clicked 1');
    await page.waitForLoadState('load');
    expect(errors).toEqual([]);
  });

  it('shows missing and failed data in place, with zero console errors', async () => {
    const { page, errors } = await enter('late.first=404, late.second=500');
    await page.goto(`${tours.origin}${LATE}?hold=1`, { waitUntil: 'commit' });
    await page.locator('button[data-live=true]').waitFor();
    await tours.openGate('first');
    await page.getByLabel('first').getByText('nothing in this section: 404').waitFor();
    await tours.openGate('second');
    await page.getByLabel('second').getByText('This page failed').waitFor();
    await expectPage(page.getByLabel('second')).toHaveText(/Digest: \d+/);
    await page.getByText('late in the card').waitFor();
    await page.locator('button').click();
    await page.getByText('clicked 1').waitFor();
    await expectPage.poll(() => page.title()).toBe('A · Probe');
    expect(errors).toEqual([]);
  });

  it.each([
    ['by the runtime', true],
    ['without scripts', false],
  ])('follows the redirect of a deferred datum: %s', async (_how, javaScript) => {
    const { page } = await enter('late.second=303:/probe/a/2', javaScript);
    await page.goto(tours.origin + LATE);
    await page.waitForURL(`${tours.origin}/probe/a/2`);
    expect(tours.platform.log).toEqual([]);
  });

  it('hydrates a page with _whole=1 too, and removes that from the address', async () => {
    const { page, errors } = await enter('late.first=404');
    const answer = await page.goto(`${tours.origin}${LATE}?x=1&_whole=1`);
    expect(answer?.status()).toBe(404);
    await page.locator('button[data-live=true]').click();
    await page.getByText('clicked 1').waitFor();
    await page.getByText('nothing in this section: 404').waitFor();
    expect(new URL(page.url()).search).toBe('?x=1');
    expect(errors.filter((error) => !error.includes('status of 404'))).toEqual([]);
  });

  it.each([
    ['', 200, ['first words', 'second words']],
    ['late.first=404, late.second=500', 500, ['this section: 404', 'This page failed']],
  ])(
    'ends complete without JavaScript and with its real status: %j gives %i',
    async (script, status, texts) => {
      const { page } = await enter(script, false);
      const statuses: number[] = [];
      page.on('response', (response) => {
        if (response.url().includes(LATE)) statuses.push(response.status());
      });
      await page.goto(tours.origin + LATE);
      await page.waitForURL(/_whole=1/);
      expect(statuses).toEqual([200, status]);
      const body = await page.locator('body').textContent();
      expect(body).not.toContain('waits');
      for (const text of ['eager text', 'late in the card', ...texts]) {
        expect(body).toContain(text);
      }
    },
  );

  it('shows an error in place of data that a broken connection did not bring', async () => {
    const { app, script } = tours.platform;
    const { page } = await enter();
    await page.clock.install();
    await page.goto(`${tours.origin}${LATE}?hold=1`, { waitUntil: 'commit' });
    await page.locator('button[data-live=true]').waitFor();
    await tours.openGate('first');
    await page.getByText('first words </script>').waitFor();
    await eventually('second waits', () => script.isWaiting('second'));
    app.getHttpServer().closeAllConnections();
    await page.clock.runFor(35_000);
    await page.getByLabel('second').getByText('Application error').waitFor();
    script.open('second');
  });

  it('renders in the browser a region that only the server could not render', async () => {
    const { page, errors } = await enter();
    await page.goto(`${tours.origin}/probe/a/1/throws?where=server`);
    await page.getByText('rendered in the browser').waitFor();
    expect(errors).toHaveLength(1);
    expect(tours.platform.log).toHaveLength(1);
  });
});
