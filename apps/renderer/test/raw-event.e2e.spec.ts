import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import supertest from 'supertest';
import { hold } from '../../../test/support/hold.ts';
import { openAt, watchErrors } from '../../../test/support/browser.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { listenOnLoopback } from './platform/harness/index.ts';
import { signInPeople } from './support/people.ts';
import type { Person } from './support/people.ts';
import { sampleEvent, sampleReport, toSent } from './support/sample-report.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';

const hidden = [{ path: 'extra.token', rule: 'name of field', count: 1 }] as const;
const event = sampleEvent({ hidden });
const { eventId } = event;
const FIELDS = {
  modules: { express: '5.1.0', 'body-parser': '2.2.0' },
  unheard_of: { markup: '<script>alert(1)</script>', list: [1, null] },
};
const ADDRESS = `/issues/1/events/${eventId}`;

const SAFE = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
};

describe('a raw event', () => {
  const renderer = hold(startSpecRenderer);
  const site = holdTabs(() => listenOnLoopback(renderer));
  let people: Record<'owner' | 'stranger', Person>;
  const get = (path: string, person: Person | undefined = people.owner): supertest.Test =>
    supertest(renderer.app.getHttpServer()).get(path).set('Cookie', person.cookie);

  beforeAll(async () => {
    people = await signInPeople(renderer.stores, ['owner', 'stranger']);
    await renderer.stores.reports.record([sampleReport(1, event, FIELDS)]);
  });

  it('is indented JSON with every key that was sent and Errata’s own facts beside it', async () => {
    const { text, headers } = await get(ADDRESS).expect(200);
    expect(JSON.parse(text)).toEqual({
      event: toSent(event, FIELDS),
      errata: expect.objectContaining({ eventId, projectId: 1, hidden }),
    });
    expect(text).toMatch(/^\{\n {2}"event": \{\n {4}"/);
    expect(headers).toMatchObject({ ...SAFE, 'content-type': 'application/json; charset=utf-8' });
    expect(headers).not.toHaveProperty('content-disposition');
    const saved = await get(`${ADDRESS}?download`).expect(200);
    expect(saved.headers).toMatchObject({
      ...SAFE,
      'content-disposition': `attachment; filename="${eventId}.json"`,
    });
  });

  it('has its stack as text, as its language prints it', async () => {
    const { text, headers } = await get(`${ADDRESS}/stack`).expect(200);
    expect(text).toBe(`TypeError: Cannot read properties of undefined (reading 'price')
    at totalOf (src/cart/total.ts:42:17)
    at handle (node_modules/express/router.js:9)
`);
    expect(headers).toMatchObject({ ...SAFE, 'content-type': 'text/plain; charset=utf-8' });
  });

  it('is Markdown for tickets, with its stack', async () => {
    const { text, headers } = await get(`${ADDRESS}/markdown`).expect(200);
    expect(text).toMatch(
      /\n\n# `TypeError: Cannot read properties of undefined \(reading 'price'\)`\n/,
    );
    expect(text).toContain('    at totalOf (src/cart/total.ts:42:17)\n');
    expect(headers).toMatchObject({ ...SAFE, 'content-type': 'text/plain; charset=utf-8' });
  });

  it.each(['/issues/1.md', '/issues/APP-1.md'])(
    'is in the Markdown of its issue at %s',
    async (address) => {
      const { text, headers } = await get(address).expect(200);
      expect(text).toContain('- Issue: [APP-1](');
      expect(text).toContain('- State: unresolved\n');
      expect(text).toContain('> 42 |   return cart.items[0].price;');
      expect(headers).toMatchObject({ ...SAFE, 'content-type': 'text/markdown; charset=utf-8' });
      await supertest(renderer.app.getHttpServer()).get(address).expect(401);
      await get(address, people.stranger).expect(403);
    },
  );

  it.each(['', '/stack', '/markdown'])(
    'is closed to strangers, and answers 404 when there is no event: %s',
    async (rest) => {
      await supertest(renderer.app.getHttpServer()).get(`${ADDRESS}${rest}`).expect(401);
      await get(`${ADDRESS}${rest}`, people.stranger).expect(404);
      await get(`/issues/1/events/${'f'.repeat(32)}${rest}`).expect(404);
      await get(`/issues/1/events/latest${rest}`).expect(404);
      await get(`/issues/999/events/${eventId}${rest}`).expect(404);
    },
  );

  async function withPage(
    javaScriptEnabled: boolean,
    look: (page: Page) => Promise<void>,
  ): Promise<void> {
    const own = { javaScriptEnabled, permissions: ['clipboard-read', 'clipboard-write'] };
    const page = await site.tabs.open({ cookie: people.owner.cookie, own });
    const errors = watchErrors(page);
    await openAt(page, `${site.origin}/issues/1`);
    await look(page);
    expect(errors).toEqual([]);
  }

  it('is copied by buttons, and its modules are searched, with scripts', async () => {
    await withPage(true, async (page) => {
      await page.getByRole('button', { name: 'Copy stack trace' }).click();
      await page.getByRole('button', { name: 'stack trace copied' }).waitFor();
      await expectPage
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toContain('at totalOf (src/cart/total.ts:42:17)');
      await page.getByRole('button', { name: 'Copy event as Markdown' }).click();
      await page.getByRole('button', { name: 'event as Markdown copied' }).waitFor();
      await expectPage
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toContain('## Stack trace');
      await page.getByText('2 modules').click();
      await page.getByRole('searchbox', { name: 'Search modules' }).fill('EXPR');
      await expectPage(page.locator('#modules dt')).toHaveText(['express']);
      await expectPage(page.locator('#modules').getByRole('status')).toHaveText('1 module found');
    });
  });

  it('is not copied when the browser refuses, and the button says so', async () => {
    await withPage(true, async (page) => {
      const copy = page.getByRole('button', { name: 'Copy stack trace' });
      const refuse = () => Promise.reject(new DOMException('Write permission denied.'));
      await page.evaluate(`navigator.clipboard.write = ${refuse.toString()}`);
      await copy.click();
      const copyAgain = page.getByRole('button', { name: 'stack trace not copied' });
      await copyAgain.waitFor();
      await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'write'));
      await copyAgain.click();
      await page.getByRole('button', { name: 'stack trace copied' }).waitFor();
    });
  });

  it('is opened by links, and its modules are all listed, without scripts', async () => {
    await withPage(false, async (page) => {
      await page.getByText('2 modules').click();
      await expectPage(page.locator('#modules dt')).toHaveText(['body-parser', 'express']);
      await expectPage(page.getByRole('searchbox')).toHaveCount(0);
      const opened = page.waitForEvent('popup');
      await page.getByRole('link', { name: 'Stack trace as text' }).click();
      await expectPage.poll(async () => (await opened).textContent('body')).toContain('at totalOf');
    });
  });
});
