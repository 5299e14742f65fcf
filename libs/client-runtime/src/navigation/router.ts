import type { TabChannel } from '../cache/tab-channel.ts';
import { leave, withoutFragment } from './departure.ts';
import { toDestination } from './destination.ts';
import type { GoOptions, Navigator } from './navigator.ts';
import type { NavigationProgress } from './navigation-progress.ts';

export interface RouterParts {
  readonly window: Window;
  readonly basePath: string;
  readonly navigator: Navigator;
  readonly progress: NavigationProgress;
  readonly tabs: TabChannel;
}

/** What views navigate with. Addresses within the application start at its root: `/issues?before=12`. */
export class Router {
  readonly #parts: RouterParts;

  constructor(parts: RouterParts) {
    this.#parts = parts;
  }

  /** What the visitor waits for, to be subscribed to. */
  get progress(): NavigationProgress {
    return this.#parts.progress;
  }

  /** Goes to an address. Throws a TypeError for one that would run a script. */
  push(address: string, options: GoOptions = {}): void {
    const { window, basePath } = this.#parts;
    const href = address.startsWith('/') ? basePath + address : address;
    if (this.follow(href, options)) return;
    // The browser's affair, which a fragment of this page is, too.
    window.location[options.isReplace ? 'replace' : 'assign'](href);
  }

  /** As `push`, in place of the current history entry. */
  replace(address: string): void {
    this.push(address, { isReplace: true });
  }

  /** Loads the data of what is shown again, all of it. */
  refresh(): void {
    this.follow(withoutFragment(this.#parts.window.location.href));
  }

  back(): void {
    this.#parts.window.history.back();
  }

  forward(): void {
    this.#parts.window.history.forward();
  }

  /**
   * What has one of these tags is loaded again when it is next shown, in every tab of the visitor's; what is
   * shown now, at once. Without tags everything is: after sign-in, sign-out or a change of role.
   */
  invalidate(tags?: readonly string[]): void {
    this.#parts.tabs.tell(tags);
    this.#parts.navigator.invalidate(tags);
  }

  /** Gives up waiting, and has the browser load what is waited for. */
  reload(): void {
    const { progress, window } = this.#parts;
    leave(window, { to: window.location.href, ...progress.get() }.to);
  }

  /**
   * Follows a link to an address of the browser's. False when it is left to the browser. Throws a TypeError
   * for one that would run a script.
   */
  follow(href: string, options?: GoOptions): boolean {
    const { window, basePath, navigator } = this.#parts;
    const to = toDestination(href, window.location.href, basePath);
    if (to.kind === 'refused') throw new TypeError(`Refused: ${href}`);
    if (to.kind === 'page') navigator.go(to, options);
    return to.kind === 'page';
  }
}
