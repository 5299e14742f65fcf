import type { APIResponse, Page, Route } from 'playwright-core';

export type ActionInterceptor = (route: Route, answer: () => Promise<APIResponse>) => Promise<void>;

/** Lets `how` handle all requests for an action of this name. Returns a function that ends this. */
export async function interceptAction(
  page: Page,
  action: string,
  how: ActionInterceptor,
): Promise<() => Promise<void>> {
  const handle = async (route: Route): Promise<void> => {
    if (route.request().headers()['action']?.split('.')[0] !== action) await route.fallback();
    else await how(route, () => route.fetch());
  };
  await page.route('**/*', handle);
  return () => page.unroute('**/*', handle);
}
