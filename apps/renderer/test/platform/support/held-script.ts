import type { Page } from 'playwright-core';

export interface HeldScript {
  readonly isAsked: Promise<void>;
  release(): void;
}

export const LATE_PART = '**/assets/late-part-*.js';

export async function holdScript(page: Page, pattern: string): Promise<HeldScript> {
  let release: () => void = () => undefined;
  let note: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const isAsked = new Promise<void>((resolve) => (note = resolve));
  await page.route(pattern, async (route) => {
    note();
    await isReleased;
    await route.continue();
  });
  return { isAsked, release };
}
