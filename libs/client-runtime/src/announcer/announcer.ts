import type { Scheduler } from '#page-protocol';
import { listShown } from '../history/kept-page.ts';

export type Announce = (text: string) => void;

const KNOWN_AFTER_MS = 100;

/**
 * Creates a live region and returns the function that writes to it. Urgent texts interrupt the
 * screen reader. Screen readers ignore the text of a region that is new in its place, so a text waits
 * after the region was moved.
 */
export function createAnnouncer(
  document: Document,
  scheduler: Scheduler,
  isUrgent?: boolean,
): Announce {
  const region = document.createElement('div');
  // Views use `role=alert` for their own elements, so the urgent region uses `aria-live`.
  if (isUrgent) region.ariaLive = 'assertive';
  else region.role = 'status';
  // The content security policy forbids the `style` attribute, but not this property.
  region.style.cssText = 'position:fixed;clip-path:inset(50%);white-space:nowrap';
  document.body.append(region);
  let cancel: (() => void) | undefined;
  return (text) => {
    const write = (): void => {
      // Screen readers announce only changes, so a repeated text gets a space at its end.
      region.textContent = text === region.textContent ? `${text}\u00a0` : text;
    };
    // A modal dialog makes everything outside of it inert, which screen readers do not announce.
    const around = listShown(document, 'dialog:modal').at(-1) ?? document.body;
    cancel?.();
    if (region.parentElement === around) {
      write();
      return;
    }
    around.append(region);
    cancel = scheduler.runAfter(KNOWN_AFTER_MS, write);
  };
}
