import { earlyClicksName } from '#page-protocol';
import type { EarlyClicks } from '#page-protocol';

export const findClicks = (window: Window): EarlyClicks | undefined =>
  (window as unknown as Record<string, EarlyClicks | undefined>)[earlyClicksName];

/** Clicks again on the buttons of `place` whose clicks are recorded, and forgets these clicks. */
export async function repeatClicks(window: Window, place: Node): Promise<void> {
  const targets = findClicks(window)?.targets ?? [];
  for (const target of targets.filter((each) => place.contains(each))) {
    targets.splice(targets.indexOf(target), 1);
    await Promise.resolve();
    target.closest('button')?.click();
  }
}
