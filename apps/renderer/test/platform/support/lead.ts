import type { Tour } from './tour.ts';

type Offsets = readonly [left: number, top: number];

interface LeadOptions {
  readonly by?: 'push' | 'replace';
  readonly scroll?: boolean;
  readonly from?: Offsets;
  /** Selector of the element to scroll, by default the document. */
  readonly of?: string;
}

declare global {
  interface Window {
    lentRouter: Record<'push' | 'replace', (address: string, options: object) => void> & {
      invalidate(): void;
    };
  }
}

/**
 * Navigates by script, with the router that the page puts on its window, because the driver's click
 * would scroll to the link.
 */
export async function navigateByScript(
  tour: Tour,
  address: string,
  { by = 'push', scroll, from, of = ':root' }: LeadOptions = {},
): Promise<void> {
  if (from) await scrollTo(tour, of, from);
  // Layouts are hydrated before their page.
  await tour.page.waitForFunction(() => 'lentRouter' in window);
  await tour.page.evaluate((to) => window.lentRouter[to.by](to.address, { scroll: to.scroll }), {
    by,
    address,
    scroll,
  });
}

export async function scrollTo(
  { page }: Tour,
  selector: string,
  [left, top]: Offsets,
): Promise<void> {
  await page.evaluate(
    async (to) => {
      const element = document.querySelector(to.selector) as Element;
      const told = new Promise((resolve) => {
        document.addEventListener('scroll', resolve, { capture: true, once: true });
      });
      const { scrollLeft, scrollTop } = element;
      element.scrollTo({ left: to.left, top: to.top, behavior: 'instant' });
      if (scrollLeft !== element.scrollLeft || scrollTop !== element.scrollTop) await told;
    },
    { selector, left, top },
  );
}
