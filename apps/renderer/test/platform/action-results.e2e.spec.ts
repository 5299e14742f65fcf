import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { untilListening } from '../../../../test/support/browser.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { linesOf, payloadOf } from './support/read-page.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('an action that shows its result', () => {
  const tours = holdTours({ options: { visitor: () => 'somebody' } }, { keepsPages: true });

  const send = (fields: object = {}): supertest.Test =>
    supertest(tours.platform.app.getHttpServer())
      .post('/vault?_action=cut')
      .set('Origin', 'http://localhost:3000')
      .set('Accept', 'text/html')
      .type('form')
      .send(fields);

  it('answers a form with the page and the result, which no cache stores', async () => {
    const { text, headers } = await send().expect(200);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(headers).not.toHaveProperty('set-cookie');
    const { page, action, flash } = payloadOf(text);
    const [, count] = /vault of (\d+)/.exec(text) ?? [];
    expect(text).toContain(`&lt;/script&gt;key ${count}`);
    expect(page).toMatchObject({ url: '/vault', status: 200 });
    expect(action).toEqual({
      name: 'cut',
      status: 'done',
      errors: {},
      fields: {},
      result: { key: `</script>key ${count}` },
      isOnce: true,
    });
    expect(flash).toEqual({ text: 'A key was cut.' });
  });

  it('runs once, however often it is sent, and refuses to show the result again', async () => {
    const sendKeyed = () => send().set('Action', 'cut').set('Idempotency-Key', 'the-same');
    const { text } = await sendKeyed().expect(200);
    expect(linesOf(text)[0]).toMatchObject({ isOnce: true });
    const { key } = (linesOf(text)[0] as { result: { key: string } }).result;
    const again = await sendKeyed().expect(409);
    expect(again.text).toBe('The form was processed, but its result cannot be shown again.');
    expect(again.headers['content-type']).toContain('text/plain');
    expect((await send().set('Action', 'cut').expect(200)).text).not.toContain(JSON.stringify(key));
    const [, count] = /key (\d+)/.exec(key) ?? [];
    const { text: after } = await supertest(tours.platform.app.getHttpServer()).get('/vault');
    expect(after).toContain(`vault of ${Number(count) + 1}`);
  });

  describe('the page of the action, once it is left', () => {
    const isThere = async ({ page }: Tour): Promise<boolean> =>
      (await page.content()).includes('script&gt;key ');
    const vault = ({ page }: Tour) => page.getByRole('heading', { name: 'vault of' }).waitFor();
    const shelf = ({ page }: Tour) =>
      page.getByRole('region', { name: 'the plain shelf' }).waitFor();

    async function open(): Promise<Tour> {
      const tour = await tours.enter({ alone: true });
      await tour.page.goto(`${tours.origin}/vault`);
      await untilListening(tour.page);
      return tour;
    }

    it('has no result any more when the browser sent the form and scripts came later', async () => {
      const tour = await open();
      const { page } = tour;
      await page.evaluate(() => document.querySelector('form')?.submit());
      await page.getByText('</script>key').waitFor();
      await untilListening(page);
      await page.getByRole('link', { name: 'shelf' }).click();
      await shelf(tour);
      await eventually('the document has it no longer', async () => !(await isThere(tour)));
      await page.goBack({ waitUntil: 'commit' });
      await vault(tour);
      expect(await isThere(tour)).toBe(false);
      await expectPage(page.getByTestId('status')).toHaveText('idle');
      await page.goForward({ waitUntil: 'commit' });
      await shelf(tour);
      expect(await isThere(tour)).toBe(false);
      expect(tour.errors).toEqual([]);
    });

    it('has no result in a document that the browser kept whole', async () => {
      const tour = await open();
      const { page } = tour;
      await page.evaluate(() => (document.body.dataset['kept'] = 'whole'));
      await page.getByRole('button', { name: 'Cut' }).click();
      await page.getByText('</script>key').waitFor();
      await expectPage(page.getByTestId('status')).toHaveText('done');
      await page.goto('about:blank');
      await page.goBack({ waitUntil: 'commit' });
      await vault(tour);
      await expectPage(page.locator('body')).toHaveAttribute('data-kept', 'whole');
      expect(await isThere(tour)).toBe(false);
    });
  });
});
