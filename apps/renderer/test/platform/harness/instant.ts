import type { Locator, Page, Route } from 'playwright-core';
import { pageDataHeaders, runtimeLimits } from '#shared';

/**
 * Clicks a link, and rejects when its page or its loading view is not shown within 100 ms, or only
 * once the server has answered. Answers to the click wait until then; prefetches are answered.
 *
 * ```ts
 * await instant(page, page.getByRole('link', { name: 'The lobby' }));
 * ```
 */
export async function instant(
  page: Page,
  link: Locator,
  { withinMs = runtimeLimits.pendingShownAfterMs } = {},
): Promise<void> {
  let release: (() => void) | undefined;
  const shown = new Promise<void>((resolve) => (release = resolve));
  const hold = async (route: Route): Promise<void> => {
    const headers = await route.request().allHeaders();
    const isAsked = pageDataHeaders.routerState.toLowerCase() in headers;
    if (isAsked && !(pageDataHeaders.prefetch.toLowerCase() in headers)) await shown;
    await route.fallback();
  };
  await page.route('**/*', hold);
  try {
    // A wait of the page itself measures from the click, without the ways to the browser and back.
    const wait = await link.evaluateHandle((element: HTMLAnchorElement, mostMs) => {
      const { href } = element;
      const elapsed = new Promise<number>((resolve) => {
        element.addEventListener('click', ({ timeStamp }) => {
          const look = (nowMs: number): void => {
            const isOver = location.href === href || nowMs - timeStamp > mostMs;
            if (isOver) resolve(location.href === href ? nowMs - timeStamp : Infinity);
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        });
      });
      return { elapsed };
    }, withinMs);
    await link.click();
    if ((await wait.evaluate(({ elapsed }) => elapsed)) > withinMs) {
      throw new Error(`A click on ${await link.innerText()} shows nothing within ${withinMs} ms.`);
    }
  } finally {
    release?.();
    await page.unroute('**/*', hold);
  }
}
