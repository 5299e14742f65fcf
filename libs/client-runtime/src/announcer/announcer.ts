/** Tells screen readers what happened. */
export type Announce = (text: string) => void;

/**
 * Adds its region to the document before there is anything to tell: what it holds when it appears is not read out.
 * It is when readers have time for it; at once, when it `isUrgent`.
 */
export function createAnnouncer(document: Document, isUrgent?: boolean): Announce {
  const region = document.createElement('div');
  // No alert: views have those.
  if (isUrgent) region.ariaLive = 'assertive';
  // Which is polite.
  else region.role = 'status';
  // Set by script: as an attribute the content security policy forbids it.
  region.style.cssText = 'position:fixed;clip-path:inset(50%);white-space:nowrap';
  document.body.append(region);
  return (text) => {
    // The same text again would be no change to tell of.
    region.textContent = text === region.textContent ? `${text}\u00a0` : text;
  };
}
