/** Hands over to the browser: loads a whole document. */
export class Departure {
  readonly #window: Window;

  constructor(window: Window) {
    this.#window = window;
  }

  /** One full navigation; it takes the place of the current entry when `isReplace`. */
  leave(href: string, { isReplace = false } = {}): void {
    const { location, history } = this.#window;
    if (withoutFragment(href) === withoutFragment(location.href)) {
      // To the browser this would be a fragment of what it shows already.
      if (href !== location.href) history.replaceState(history.state, '', href);
      location.reload();
    } else if (isReplace) location.replace(href);
    else location.assign(href);
  }
}

function withoutFragment(href: string): string {
  return href.split('#', 1)[0] ?? href;
}
