import { earlyClicksName } from '#shared';
import type { EarlyClicks } from '#shared';

/** Makes the clicks again that nothing answered yet, on what is still there. Once, when the page is alive. */
export async function repeatEarlyClicks(window: Window): Promise<void> {
  const clicks = (window as unknown as Record<string, EarlyClicks | undefined>)[earlyClicksName];
  clicks?.stop();
  for (const target of clicks?.targets ?? []) {
    // What the one before has changed is rendered by then.
    await Promise.resolve();
    if (target.isConnected) target.closest('button')?.click();
  }
}
