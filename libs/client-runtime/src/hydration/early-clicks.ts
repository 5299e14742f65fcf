import { earlyClicksName } from '#shared';

/** What the document's own script noted, from its beginning (`early-clicks` of the server). */
interface EarlyClicks {
  readonly targets: readonly Element[];
  stop(): void;
}

/** Makes the clicks again that nothing answered yet, on what is still there. Once, when the page is alive. */
export function repeatEarlyClicks(window: Window): void {
  const clicks = (window as unknown as Record<string, EarlyClicks | undefined>)[earlyClicksName];
  clicks?.stop();
  clicks?.targets.forEach((target) => target.isConnected && target.closest('button')?.click());
}
