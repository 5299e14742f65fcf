import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { livePath } from '#shared';
import { LiveStreams } from '../../src/rendering/index.ts';
import { openAt, watchErrors } from '../../../../test/support/browser.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import type { RouterWindow } from './product/gauges/gauges.dto.ts';
import { Gauges } from './product/gauges/gauges.ts';
import { holdTours } from './support/tour.ts';

describe('a page that follows changes of its data', () => {
  const tours = holdTours();
  let gauges: Gauges;
  let streams: LiveStreams;
  let context: BrowserContext;
  let connections: Request[];
  let loads: string[];

  beforeAll(() => {
    gauges = tours.platform.app.get(Gauges, { strict: false });
    streams = tours.platform.app.get(LiveStreams, { strict: false });
  });

  beforeEach(async () => {
    context = await tours.browser.newContext();
    connections = [];
    loads = [];
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === livePath) connections.push(request);
      if ('router-state' in request.headers()) loads.push(pathname);
    });
  });

  afterEach(async () => {
    await context.close();
    await eventually('nobody listens', () => streams.size === 0);
  });

  async function open(path: string): Promise<Page> {
    const page = await context.newPage();
    await openAt(page, tours.origin + path);
    return page;
  }

  async function openListening(path: string): Promise<Page> {
    const page = await open(path);
    await eventually('it listens', () => streams.size === 1);
    return page;
  }

  const says = (page: Page, id: string, text: string): Promise<void> =>
    page.getByTestId(id).getByText(text, { exact: true }).waitFor();

  const reads = (page: Page, id: string): Promise<void> =>
    says(page, 'reading', String(gauges.read(id)));

  it('shows changed data, and keeps typed text', async () => {
    const page = await openListening('/gauges/a');
    const errors = watchErrors(page);
    await page.getByLabel('note').fill('typed');
    gauges.raise('a');
    await reads(page, 'a');
    await says(page, 'following', 'fresh');
    await expectPage(page.getByLabel('note')).toHaveValue('typed');
    expect([connections.length, errors]).toEqual([1, []]);
  });

  it('is marked as stale, and updated by a button or another query, when it is to follow when asked', async () => {
    const page = await openListening('/gauges/c?following=when-asked');
    gauges.raise('c');
    await says(page, 'following', 'stale Show');
    expect([await page.getByTestId('reading').textContent(), loads]).toEqual(['0', []]);
    await page.getByRole('button', { name: 'Show' }).click();
    await reads(page, 'c');
    await says(page, 'following', 'fresh Show');
    gauges.raise('c');
    await says(page, 'following', 'stale Show');
    await page.evaluate(() =>
      (window as unknown as RouterWindow).router.push('?following=when-asked&turn=2'),
    );
    await reads(page, 'c');
    await says(page, 'following', 'fresh Show');
  });

  it('is loaded again and again without a connection when it polls', async () => {
    const page = await open('/gauges/d?following=by-poll');
    for (let round = 0; round < 2; round += 1) {
      gauges.raise('d');
      await reads(page, 'd');
    }
    expect(connections).toEqual([]);
  });

  it('is loaded again for a visitor who was on another page when it changed', async () => {
    const page = await openListening('/gauges/f');
    const first = gauges.read('f');
    await page.getByRole('link', { name: 'other' }).click();
    await page.getByRole('heading', { name: 'gauge other' }).waitFor();
    await eventually('nobody listens', () => streams.size === 0);
    gauges.raise('f');
    await page.goBack();
    await reads(page, 'f');
    expect(gauges.read('f')).toBe(first + 1);
  });

  it('ends its connection while it is hidden, and shows changes when it is seen again', async () => {
    const page = await openListening('/gauges/g');
    const setHidden = (isHidden: boolean): Promise<void> =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await setHidden(true);
    await eventually('nobody listens', () => streams.size === 0);
    gauges.raise('g');
    await setHidden(false);
    await reads(page, 'g');
    expect(connections).toHaveLength(2);
  });

  it('has one connection for eight windows, which another window takes over', async () => {
    const first = await openListening('/gauges/h');
    const others: Page[] = [];
    for (let count = 1; count < 8; count += 1) others.push(await open('/gauges/h'));
    gauges.raise('h');
    for (const page of [first, ...others]) await reads(page, 'h');
    expect([connections.length, streams.size]).toEqual([1, 1]);
    const [second, ...rest] = others;
    await second?.getByRole('link', { name: 'other' }).click();
    await second?.getByRole('heading', { name: 'gauge other' }).waitFor();
    await first.close();
    await eventually('another one listens', () => connections.length === 2 && streams.size === 1);
    gauges.raise('h');
    for (const page of rest) await reads(page, 'h');
  });

  it('is loaded again when the visitor goes back to its earlier query', async () => {
    const page = await openListening('/gauges/l');
    await page.evaluate(() => (window as unknown as RouterWindow).router.push('?turn=2'));
    await page.waitForURL('**/gauges/l?turn=2');
    gauges.raise('l');
    await reads(page, 'l');
    await page.goBack();
    await page.waitForURL('**/gauges/l');
    await reads(page, 'l');
  });

  it('holds no connection in a browser without locks, so that no window waits for another', async () => {
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined });
    });
    const windows: Page[] = [];
    for (let count = 0; count < 8; count += 1) windows.push(await open('/gauges/n'));
    gauges.raise('n');
    for (const page of windows) await reads(page, 'n');
    await eventually('nobody listens', () => streams.size === 0);
  });
});
