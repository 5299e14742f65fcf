import type { TabChannel } from '../cache/tab-channel.ts';
import type { Departure } from './departure.ts';
import { toDestination } from './destination.ts';
import type { Destination } from './destination.ts';
import type { GoOptions, Navigator } from './navigator.ts';
import type { NavigationProgress } from './navigation-progress.ts';

export interface RouterParts {
  readonly window: Window;
  readonly basePath: string;
  readonly navigator: Navigator;
  readonly progress: NavigationProgress;
  readonly tabs: TabChannel;
  readonly departure: Departure;
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
  push(address: string, options?: GoOptions): void {
    const { window, basePath, departure, navigator } = this.#parts;
    const to = this.#toDestination(address.startsWith('/') ? basePath + address : address);
    if (to.kind === 'refused') throw new TypeError(`Not an address to go to: ${address}`);
    if (to.kind === 'page') navigator.go(to, options);
    else if (to.kind === 'elsewhere') departure.leave(to.href, options);
    else if (options?.isReplace) window.location.replace(to.href);
    else window.location.assign(to.href);
  }

  /** As `push`, in place of the current history entry. */
  replace(address: string): void {
    this.push(address, { isReplace: true });
  }

  /** Loads the data of what is shown again, all of it. */
  refresh(): void {
    const { window, navigator } = this.#parts;
    const to = this.#toDestination(window.location.href.split('#', 1)[0] ?? '');
    if (to.kind === 'page') navigator.go(to);
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

  /** Gives up what is slow, and has the browser load it. */
  reload(): void {
    const { progress, departure, window } = this.#parts;
    const { to } = { to: window.location.href, ...progress.get() };
    departure.leave(to);
  }

  /** Follows a link as the browser would. False when it is left to the browser. */
  follow(href: string, options: GoOptions): boolean {
    const to = this.#toDestination(href);
    if (to.kind === 'page') this.#parts.navigator.go(to, options);
    return to.kind === 'page' || to.kind === 'refused';
  }

  #toDestination(href: string): Destination {
    const { window, basePath } = this.#parts;
    return toDestination(href, window.location.href, basePath);
  }
}
