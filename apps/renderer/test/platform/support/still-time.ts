import type { Page } from 'playwright-core';

/** Stops the page's clock before its document is loaded, until a spec moves it on. */
export async function stopTime({ clock }: Page): Promise<void> {
  await clock.install({ time: 0 });
  await clock.pauseAt(1000);
}
