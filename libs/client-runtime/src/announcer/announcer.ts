/** Tells screen readers what happened, when they have time for it. */
export type Announce = (text: string) => void;

/** Adds its region to the document before there is anything to tell: what it holds when it appears is not read out. */
export function createAnnouncer(document: Document): Announce {
  const region = document.createElement('div');
  // Which is polite.
  region.role = 'status';
  // Set by script: as an attribute the content security policy forbids it.
  region.style.cssText = 'position:fixed;clip-path:inset(50%);white-space:nowrap';
  document.body.append(region);
  return (text) => {
    // The same text again would be no change to tell of.
    region.textContent = text === region.textContent ? `${text}\u00a0` : text;
  };
}
