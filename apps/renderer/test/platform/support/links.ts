import { eventually } from '../../../../../test/support/eventually.ts';
import type { Tour } from './tour.ts';

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

export function stationsOf(line: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `/lines/${line}/stations/${index + 1}`);
}

/** Returns all prefetches, oldest first, such as `route /lines/a/stations/1`. */
export function prefetched(tour: Tour): string[] {
  return tour.prefetches.map(({ kind, url }) => `${kind} ${url}`);
}

export async function prefetches(tour: Tour, what: string, times = 1): Promise<void> {
  await eventually(
    `${what} is prefetched: ${times}`,
    () => prefetched(tour).filter((each) => each === what).length >= times,
  );
}

/**
 * Waits until the page has read earlier answers and knows which links are in view. Works with a
 * stopped clock.
 */
export async function untilObserved({ page }: Tour): Promise<void> {
  await page.evaluate(async () => {
    // The page reads answers in the order of their requests.
    await (await fetch('/health/live')).text();
    // Observers are called with the next frame, in the order of their creation.
    await new Promise<void>((resolve) => {
      const observer = new IntersectionObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(document.body);
    });
  });
}

export async function press(tour: Tour, control: string, address?: string): Promise<void> {
  if (address !== undefined) await tour.page.getByLabel('address').fill(address);
  await tour.page.getByRole('button', { name: control, exact: true }).click();
}
