import type { LinkTarget } from '#shared';
import type { Actions } from '../actions/actions.ts';
import type { LivePart } from '../live/live-part.ts';
import type { Blocker } from '../blocker/blocker.ts';
import type { TabChannel } from '../cache/tab-channel.ts';
import type { SnapshotTaker } from '../history/snapshot.ts';
import type { Prefetch, WatchLink } from '../prefetch/prefetch.ts';
import { leave, withoutFragment } from '../address/departure.ts';
import { toDestination, toHref } from '../address/destination.ts';
import type { Going, GoOptions, Navigator } from '../navigation/navigator.ts';
import type { NavigationProgress } from '../navigation/navigation-progress.ts';

export interface RouterParts {
  readonly window: Window;
  readonly basePath: string;
  readonly navigator: Navigator;
  readonly progress: NavigationProgress;
  readonly blocker: Blocker;
  readonly tabs: TabChannel;
  readonly actions: Actions;
  /** Told whenever somebody leads elsewhere. */
  readonly snapshots: Pick<SnapshotTaker, 'forget'>;
  readonly prefetch: Pick<Prefetch, 'wish' | 'watch'>;
  readonly live: () => Promise<LivePart>;
}

export interface PrefetchOptions {
  /** `full` unless said. */
  readonly kind?: 'auto' | 'full';
  /** Called once, when what it fetched has been invalidated, or is too old to be shown. */
  readonly onInvalid?: () => void;
}

/** What views navigate with. Addresses within the application start at its root: `/issues?before=12`. */
export interface Router {
  /** What the visitor waits for, to be subscribed to. */
  readonly progress: NavigationProgress;
  /** What the visitor is asked before something unsaved is lost. */
  readonly blocker: Blocker;
  /** What sends forms, and what the visitor is asked to sign in for. */
  readonly actions: Actions;
  /** Goes to an address. Throws a TypeError for one that would run a script. */
  push(address: LinkTarget, options?: GoOptions): void;
  /** As `push`, in place of the current history entry. */
  replace(address: LinkTarget, options?: GoOptions): void;
  /** Loads the data of what is shown again: all of it, or what has one of the tags. */
  refresh(...tags: readonly string[]): void;
  /** Resolves with what has pages follow changes. Rejects when its code does not arrive. */
  readonly live: () => Promise<LivePart>;
  /**
   * Loads a page ahead, as a link to it in view does; once, and once more when an action has invalidated it.
   * What is no page of the application is left alone. Throws a TypeError for an address that would run a script.
   */
  prefetch(address: LinkTarget, options?: PrefetchOptions): void;
  /** Prefetches what a link leads to. For links of other kinds: `usePrefetch`. */
  readonly watch: WatchLink;
  back(): void;
  forward(): void;
  /**
   * What has one of these tags is loaded again when it is next shown, in every tab of the visitor's; what is
   * shown now, at once. Without tags everything is: after sign-in, sign-out or a change of role.
   */
  invalidate(tags?: readonly string[]): void;
  /** Gives up waiting, and has the browser load what is waited for. */
  reload(): void;
  /**
   * Follows a link to an address of the browser's. False when it is left to the browser. Throws a TypeError
   * for one that would run a script.
   */
  follow(href: string, options?: GoOptions): boolean;
}

export function createRouter({
  window,
  basePath,
  navigator,
  progress,
  blocker,
  tabs,
  actions,
  prefetch,
  snapshots,
  live,
}: RouterParts): Router {
  const { location, history } = window;

  const follow = (href: string, options?: Going, lead?: Navigator['go']): boolean => {
    if (!lead) snapshots.forget();
    const to = toDestination(href, location.href, basePath);
    if (!to) throw new TypeError(`Refused: ${href}`);
    if (to.page) (lead ?? navigator.go)(to.page, options);
    else if (options?.isReplace) location.replace(to.href);
    else return false;
    return true;
  };

  const push = (address: LinkTarget, options?: GoOptions): void => {
    const href = toHref(address, basePath);
    if (!follow(href, options)) location.assign(href);
  };

  return {
    progress,
    blocker,
    actions,
    push,
    replace: (address, options) => push(address, { ...options, isReplace: true }),
    live,
    refresh(...tags) {
      // Where its code does not come, the page stays as it is.
      if (tags.length > 0) void live().then((part) => part.refresh(tags), Boolean);
      else follow(withoutFragment(location.href), { entry: 'none' });
    },
    prefetch(address, { kind = 'full', onInvalid = () => undefined } = {}) {
      follow(toHref(address, basePath), {}, ({ url }) => prefetch.wish({ url, kind, onInvalid }));
    },
    watch: prefetch.watch,
    back: () => history.back(),
    forward: () => history.forward(),
    invalidate(tags) {
      tabs.tell(tags);
      navigator.invalidate(tags);
    },
    reload() {
      const { to = location.href } = progress.get() as { to?: string };
      navigator.settle();
      leave(window, to);
    },
    follow,
  };
}
