import type { Route } from 'playwright-core';
import type { Tour } from './tour.ts';

export async function answerData(
  tour: Tour,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  await tour.page.route('**/tours/**', (route) =>
    route.request().headers()['router-state'] === undefined ? route.continue() : answer(route),
  );
}
