import { earlyClicksName } from '#shared';

/** What the document's own script noted, from its beginning (`early-clicks` of the server). */
interface EarlyClicks {
  readonly targets: readonly Element[];
  stop(): void;
}

/** Makes the clicks again that nothing answered yet, on what is still there. Once, when the page is alive. */
export function repeatEarlyClicks(window: Window): void {
  const clicks = (window as unknown as Record<string, EarlyClicks | undefined>)[earlyClicksName];
  if (!clicks) return;
  clicks.stop();
  for (const target of clicks.targets) {
    if (target.isConnected) target.dispatchEvent(new MouseEvent('click', CLICK));
  }
}

const CLICK = { bubbles: true, cancelable: true } as const;
