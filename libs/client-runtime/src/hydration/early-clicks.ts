import { earlyClicksName } from '#shared';
import type { EarlyClicks } from '#shared';

/**
 * Takes over the clicks that nothing answered, before React answers any. Returns what makes them again, on
 * what is still there: once, when the page is alive.
 */
export function takeEarlyClicks(window: Window): () => Promise<void> {
  const clicks = (window as unknown as Record<string, EarlyClicks | undefined>)[earlyClicksName];
  clicks?.stop();
  return async () => {
    for (const target of clicks?.targets ?? []) {
      // What the one before has changed is rendered by then.
      await Promise.resolve();
      if (target.isConnected) target.closest('button')?.click();
    }
  };
}
