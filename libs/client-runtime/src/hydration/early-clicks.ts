import { earlyClicksName } from '#page-protocol';
import type { EarlyClicks } from '#page-protocol';

/**
 * Ends the recording of clicks before hydration. Returns a function that repeats the clicks on
 * buttons that are still in the document.
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
