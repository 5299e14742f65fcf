import type { Address } from '#shared';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { pageDataHeaders, runtimeLimits } from '#shared';
import { eventually } from '../../../../test/support/eventually.ts';
import type { RouterWindow } from './product/gauges/gauges.dto.ts';
import { holdTours } from './support/tour.ts';

/** Nearly the longest address possible: Node.js accepts 16 kB of headers. */
const PADDING = 14_000;
/** The addresses of this many pages alone exceed the cache of routes. */
const PAGES = Math.ceil(runtimeLimits.routeCacheBytes / PADDING) + 20;

describe('the cache of routes', () => {
  const tours = holdTours();

  it('drops the pages that were used longest ago when it exceeds 10 MB', async () => {
    const { page } = await tours.enter();
    const loaded = watchLoads(page);
    await page.goto(`${tours.origin}/gauges/first?following=never`);
    await page.waitForFunction(() => 'router' in window);
    await prefetch(page, 0, PAGES);
    await eventually('all are there', () => loaded.prefetched.size === PAGES);
    const go = async (number: number): Promise<string[]> => {
      loaded.waited.length = 0;
      await page.evaluate(
        ([id, padding]) => {
          const { router } = window as unknown as RouterWindow;
          router.push(`/gauges/${id}?following=never&pad=${'x'.repeat(padding)}` as Address);
        },
        [number, PADDING] as const,
      );
      await page.getByRole('heading', { name: `gauge ${number}`, exact: true }).waitFor();
      return [...loaded.waited];
    };
    // Prefetches are loaded newest first, except for the first few.
    expect(await go(50)).toEqual([]);
    expect(await go(PAGES - 1)).toEqual([`/gauges/${PAGES - 1}`]);
  });

  function watchLoads(page: Page) {
    const waited: string[] = [];
    const prefetched = new Set<string>();
    page.on('response', (response) => {
      const headers = response.request().headers();
      const { pathname } = new URL(response.url());
      const kind = headers[pageDataHeaders.prefetch.toLowerCase()];
      if (kind === 'page') prefetched.add(pathname);
      const isData = pageDataHeaders.routerState.toLowerCase() in headers;
      if (isData && kind === undefined) waited.push(pathname);
    });
    return { waited, prefetched };
  }

  const prefetch = (page: Page, from: number, to: number): Promise<void> =>
    page.evaluate(
      ([first, end, padding]) => {
        const { router } = window as unknown as RouterWindow;
        for (let id = first; id < end; id += 1) {
          router.prefetch(`/gauges/${id}?following=never&pad=${'x'.repeat(padding)}` as Address);
        }
      },
      [from, to, PADDING] as const,
    );
});
