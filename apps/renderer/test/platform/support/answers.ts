import type { APIResponse, Page, Route } from 'playwright-core';

/** What is done to a request for an action in place of sending it on. */
export type Meddle = (route: Route, answer: () => Promise<APIResponse>) => Promise<void>;

/** Meddles with requests for an action of that name, until it is stopped. */
export async function meddle(
  page: Page,
  action: string,
  how: Meddle,
): Promise<() => Promise<void>> {
  const meddleNow = async (route: Route): Promise<void> => {
    if (route.request().headers()['action'] !== action) await route.fallback();
    else await how(route, () => route.fetch());
  };
  await page.route('**/*', meddleNow);
  return () => page.unroute('**/*', meddleNow);
}
