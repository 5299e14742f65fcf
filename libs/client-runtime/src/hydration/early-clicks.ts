import { earlyClicksName } from '#shared';
import type { EarlyClicks } from '#shared';

/**
 * Takes over the clicks made before hydration. Returns a function that repeats them on the buttons
 * that are still there.
 */
export function takeEarlyClicks(window: Window): () => Promise<void> {
  const clicks = (window as unknown as Record<string, EarlyClicks | undefined>)[earlyClicksName];
  clicks?.stop();
  return async () => {
    for (const target of clicks?.targets ?? []) {
      await Promise.resolve();
      if (target.isConnected) target.closest('button')?.click();
    }
  };
}
