export type Announce = (text: string) => void;

/**
 * Creates a live region and returns the function that writes to it. Create the region before its
 * first text, because screen readers ignore the text of a new region. Urgent texts interrupt the
 * screen reader.
 */
export function createAnnouncer(document: Document, isUrgent?: boolean): Announce {
  const region = document.createElement('div');
  // Views use `role=alert` for their own elements, so the urgent region uses `aria-live`.
  if (isUrgent) region.ariaLive = 'assertive';
  else region.role = 'status';
  // The content security policy forbids the `style` attribute, but not this property.
  region.style.cssText = 'position:fixed;clip-path:inset(50%);white-space:nowrap';
  document.body.append(region);
  return (text) => {
    // Screen readers announce only changes, so a repeated text gets a space at its end.
    region.textContent = text === region.textContent ? `${text}\u00a0` : text;
  };
}
