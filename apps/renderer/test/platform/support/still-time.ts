import type { Page } from 'playwright-core';

/** The page's time stands still, from before its document is loaded, until a spec lets it go on. */
export async function stopTime({ clock }: Page): Promise<void> {
  await clock.install({ time: 0 });
  await clock.pauseAt(1000);
}
