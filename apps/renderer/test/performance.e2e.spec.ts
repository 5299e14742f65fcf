import { describe, expect, it } from '@jest/globals';
import axe from 'axe-core';
import { createGroupedEvent, createReport } from '#product/testing';
import { hold } from '../../../test/support/hold.ts';
import { openAt, watchErrors } from '../../../test/support/browser.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { startListening } from './support/spec-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';
import { findSegment, recordSpans } from './support/record-spans.ts';
import { shownOf } from './support/shown.ts';

const SETTINGS = '/settings/projects/web/data/spans';

describe('the pages of Performance', () => {
  const renderer = hold(() => startListening(startPeopledRenderer));
  const site = holdTabs(() => renderer.origin);

  async function read(person: Person, path: string): Promise<string> {
    const { text } = await renderer.get(person, path).expect(200);
    return shownOf(text)
      .replaceAll('<!-- -->', '')
      .replaceAll(/<style[^]*?<\/style>|<[^>]+>/g, '\n');
  }

  async function readNames(person: Person, query = ''): Promise<string[]> {
    const { text } = await renderer.get(person, `/performance.md${query}`).expect(200);
    return [...text.matchAll(/^\| \[`(.+?)`\]/gm)].map(([, name]) => name!);
  }

  it('say how to begin, and count no spans of a project once its admins say so', async () => {
    expect(await read('member', '/performance')).toContain('tracesSampleRate: 1');
    expect(await read('member', '/help/performance')).toContain('traces_sample_rate');
    expect(await read('admin', SETTINGS)).toContain('Spans count:');
    const leftOut = '*/healthz\n*/up';
    await renderer.send('admin', SETTINGS, 'save', { taken: 'off', leftOut }).expect(303);
    expect(await read('admin', SETTINGS)).toMatch(/Spans do not count\.[^]*\*\/healthz\n\*\/up/);
    const wide = renderer.send('admin', SETTINGS, 'save', { leftOut: '*' });
    expect(shownOf((await wide.expect(422)).text)).toContain('“*” would filter everything');
    expect(await read('owner', '/settings/audit')).toContain('had spans of web no longer count');
  });

  it('list segments of the projects that the reader may see, by share of time or another order', async () => {
    await recordSpans(renderer, [
      { durationMs: 900, status: 'failed', release: 'shop@1.5.0' },
      { kind: 'job', name: 'jobs.confirm | 1', durationMs: 2000, environment: 'staging' },
      ...Array.from({ length: 50 }, (_, n) => ({ name: `GET /page/${'abcde'[n % 5]}${n}` })),
    ]);
    await recordSpans(renderer, [{ name: 'GET /others' }], { projectId: 2 });
    const names = await readNames('viewer');
    expect(names.slice(0, 2)).toEqual([String.raw`job jobs.confirm \| 1`, 'GET /orders/{id}']);
    expect(names).toHaveLength(50);
    expect(await readNames('viewer', '?page=2')).toHaveLength(2);
    expect((await readNames('viewer', '?sort=failed'))[0]).toBe('GET /orders/{id}');
    expect(await readNames('outsider')).toEqual(['GET /others']);
    expect(await readNames('owner', '?project=other')).toEqual(['GET /others']);
    expect(await readNames('viewer', '?kind=job&environment=staging')).toEqual([names[0]]);
    expect(await readNames('viewer', '?query=ORDERS&release=shop@1.5.0')).toEqual([names[1]]);
    expect(await read('viewer', '/performance?query=nothing')).toMatch(/None where.*\n*.*is/);
    expect(await read('viewer', '/performance?project=other')).toContain('There is no project');
    for (const odd of [
      '?sort=x',
      '?kind=x',
      '?time=2y',
      '?page=0',
      '?page=9',
      '/x',
      '/99',
      '/01',
    ]) {
      await renderer.get('viewer', `/performance${odd}`).expect(404);
    }
  });

  it('show what a segment waits for, and how the request of an error does', async () => {
    const name = 'select … from entries';
    await recordSpans(renderer, [{}], { operations: [{ name, most: 43, durationsMs: [9, 9] }] });
    const path = `/performance/${await findSegment(renderer)}`;
    const text = await read('viewer', path);
    expect(text).toMatch(/The same statement at least 43 times in one request/);
    expect(text).toContain('shop@1.5.0');
    await renderer.get('outsider', path).expect(404);
    const markdown = await renderer.get('viewer', `${path}.md`).expect(200);
    expect(markdown.text).toContain(`| \`db ${name}\` | 1 | 0 % | 8.9 ms | 9 ms |`);
    await recordSpans(renderer, [{ name: 'POST /orders/{id}', durationMs: 9 }]);
    // The SDK for Python sends the method apart.
    const request = { method: 'GET', url: 'https://shop.example/orders/17' };
    const transaction = '/orders/{id}';
    const tags = new Map([['transaction', transaction]]);
    const event = createGroupedEvent({ event: { tags }, sent: { transaction, request } });
    await renderer.stores.reports.record([createReport(1, [event])]);
    while (await renderer.stores.tags.fold());
    expect(await read('viewer', '/issues/1')).toMatch(
      /GET \/orders\/\{id\}\s+· p95 0\.\d+ s · fails 50 %/,
    );
    const issue = await renderer.get('viewer', '/issues/WEB-1.md').expect(200);
    expect(issue.text).toContain(`${path}), p95 `);
    const page = await renderer.get('viewer', path).expect(200);
    const [, issues] = /href="(\/issues\?[^"]+)"[^>]*>Its issues/.exec(page.text)!;
    expect(await read('viewer', issues!.replaceAll('&amp;', '&'))).toContain('x is undefined');
  });

  it('work without scripts on a phone, without a sideways scroll or a fault that axe finds', async () => {
    for (const javaScriptEnabled of [false, true]) {
      const viewport = { width: 360, height: 640 };
      const own = { javaScriptEnabled, viewport, bypassCSP: true };
      const page = await site.tabs.open({ cookie: renderer.cookieOf('owner'), own });
      const errors = watchErrors(page);
      await openAt(page, `${renderer.origin}/performance`);
      await page.locator('input[name=query]').fill('orders');
      await page.locator('input[name=query]').press('Enter');
      await page.waitForURL(/query=orders/);
      for (const step of ['list', 'segment']) {
        if (step === 'segment') await page.getByRole('link', { name: 'GET /orders/{id}' }).click();
        await page
          .getByText(step === 'list' ? 'Share of time' : 'By release')
          .first()
          .waitFor({ state: 'attached' });
        const { width } = (await page.locator('main').boundingBox())!;
        expect(width).toBeLessThanOrEqual(360);
        if (!javaScriptEnabled) continue;
        await page.evaluate(axe.source);
        const found = await page.evaluate(() => (window as never as { axe: typeof axe }).axe.run());
        expect(found.violations.map(({ id }) => id)).toEqual([]);
      }
      expect(errors).toEqual([]);
    }
  });
});
