import { earlyClicksName } from '#shared';
import type { EarlyClicks } from '#shared';

/** Makes the clicks again that nothing answered yet, on what is still there. Once, when the page is alive. */
export function repeatEarlyClicks(window: Window): void {
  const clicks = (window as unknown as Record<string, EarlyClicks | undefined>)[earlyClicksName];
  clicks?.stop();
  clicks?.targets.forEach((target) => target.isConnected && target.closest('button')?.click());
}
