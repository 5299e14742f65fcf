import { eventually } from '../../../../../test/support/eventually.ts';
import type { Tour } from './tour.ts';

/** Address of the fixture's page with these links in view, and others far below. */
export function toLinks(
  near: readonly string[],
  { kind = '', far = [] }: { readonly kind?: string; readonly far?: readonly string[] } = {},
): string {
  const query = new URLSearchParams([
    ['kind', kind],
    ...near.map((address) => ['near', address]),
    ...far.map((address) => ['far', address]),
  ]);
  return `/links?${query.toString()}`;
}

/** Addresses of so many pages of one route pattern. */
export function stationsOf(line: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `/lines/${line}/stations/${index + 1}`);
}

/** Addresses of a page each, with layouts of their own. */
export function linesOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `/lines/${index + 1}/stations/1`);
}

/** What was prefetched: `route /lines/a/stations/1`, oldest first. */
export function prefetched(tour: Tour): string[] {
  return tour.prefetches.map(({ kind, url }) => `${kind} ${url}`);
}

/** Waits until something has been prefetched, as often as it is said. */
export async function prefetches(tour: Tour, what: string, times = 1): Promise<void> {
  await eventually(
    `${what} is prefetched: ${times}`,
    () => prefetched(tour).filter((each) => each === what).length >= times,
  );
}

/** The page has read what has been answered, and knows what is in view. Time need not pass for it. */
export async function settle({ page }: Tour): Promise<void> {
  await page.evaluate(async () => {
    // What is asked for last is read last.
    await (await fetch('/health/live')).text();
    // Observers are told with the next frame, in the order in which they were made.
    await new Promise<void>((resolve) => {
      const observer = new IntersectionObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(document.body);
    });
  });
}

/** Has the page do that with this address. */
export async function press(tour: Tour, control: string, address?: string): Promise<void> {
  if (address !== undefined) await tour.page.getByLabel('address').fill(address);
  await tour.page.getByRole('button', { name: control, exact: true }).click();
}
