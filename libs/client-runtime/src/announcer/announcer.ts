/** Tells screen readers what happened, when they have time for it. */
export class Announcer {
  readonly #region: HTMLElement;

  /** The region is there before there is anything to tell: what it holds when it appears is not read out. */
  constructor(document: Document) {
    this.#region = document.createElement('div');
    this.#region.setAttribute('role', 'status');
    this.#region.setAttribute('aria-live', 'polite');
    // Rules of the element's own, set by script: the attribute is what the content security policy forbids.
    Object.assign(this.#region.style, {
      position: 'fixed',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    });
    document.body.append(this.#region);
  }

  announce(text: string): void {
    const { textContent } = this.#region;
    // The same text again would be no change to tell of.
    this.#region.textContent = text === textContent ? `${text}\u00a0` : text;
  }
}
