/** Tells screen readers what happened, when they have time for it. */
export class Announcer {
  readonly #region: HTMLElement;

  /** The region is there before there is anything to tell: what it holds when it appears is not read out. */
  constructor(document: Document) {
    const region = document.createElement('div');
    region.setAttribute('role', 'status');
    region.setAttribute('aria-live', 'polite');
    // Set by script: as an attribute the content security policy forbids it.
    region.style.cssText = 'position:fixed;clip-path:inset(50%);white-space:nowrap';
    document.body.append(region);
    this.#region = region;
  }

  announce(text: string): void {
    const { textContent } = this.#region;
    // The same text again would be no change to tell of.
    this.#region.textContent = text === textContent ? `${text}\u00a0` : text;
  }
}
