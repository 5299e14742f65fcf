import type { LinkTarget } from '#page-protocol';
import type { Actions } from '../actions/actions.ts';
import type { LivePart } from '../live/live-part.ts';
import type { Blocker } from '../blocker/blocker.ts';
import type { TabChannel } from '../cache/tab-channel.ts';
import type { SnapshotTaker } from '../history/snapshot.ts';
import type { Prefetch, WatchLink } from '../prefetch/prefetch.ts';
import { leave, withoutFragment } from '../address/departure.ts';
import { toDestination, toHref } from '../address/destination.ts';
import type { Visits } from '../navigation/visits.ts';
import type { CurrentPage } from '../navigation/current-page.ts';
import type { Going, GoOptions, Navigator } from '../navigation/navigator.ts';
import type { NavigationProgress } from '../navigation/navigation-progress.ts';

export interface RouterParts {
  readonly window: Window;
  readonly basePath: string;
  readonly navigator: Navigator;
  readonly visits: Pick<Visits, 'settle'>;
  readonly progress: NavigationProgress;
  readonly blocker: Blocker;
  readonly tabs: TabChannel;
  readonly actions: Actions;
  readonly snapshots: Pick<SnapshotTaker, 'forget'>;
  readonly prefetch: Pick<Prefetch, 'request' | 'watch'>;
  readonly live: () => Promise<LivePart>;
  readonly where: Pick<CurrentPage, 'page'>;
}

export interface PrefetchOptions {
  readonly kind?: 'auto' | 'full';
  /** Called once, when the prefetched page was invalidated or has become too old to show. */
  readonly onInvalid?: () => void;
}

/**
 * Navigates and refreshes pages, for handlers and effects of views. Addresses within the
 * application start at its root, such as `/issues?before=12`.
 *
 * ```tsx
 * const router = useRouter();
 * router.push('/issues', { scroll: false });
 * router.refresh('queue');
 * router.invalidate();
 * ```
 */
export interface Router {
  readonly progress: NavigationProgress;
  readonly blocker: Blocker;
  readonly actions: Actions;
  /** Goes to an address. Throws a TypeError for an address that would run a script. */
  push(address: LinkTarget, options?: GoOptions): void;
  replace(address: LinkTarget, options?: GoOptions): void;
  /** Loads the shown data again: everything, or only data with one of the tags. */
  refresh(...tags: readonly string[]): void;
  /**
   * Resolves with the part that listens for changes on the server. Rejects when its code does not
   * arrive.
   */
  readonly live: () => Promise<LivePart>;
  /**
   * Loads a page ahead once, and again after an action has invalidated it. Does nothing for an
   * address that is no page of the application. Throws a TypeError for an address that would run a
   * script.
   */
  prefetch(address: LinkTarget, options?: PrefetchOptions): void;
  /** Prefetches the page of a link or form. Views use `Link`, `Form` or `usePrefetch` instead. */
  readonly watch: WatchLink;
  back(): void;
  forward(): void;
  /**
   * Forgets data with one of these tags in all tabs of the visitor, and loads shown data again at
   * once. To forget everything, call it without tags, as after sign-in, sign-out or a change of
   * role.
   */
  invalidate(tags?: readonly string[]): void;
  reload(): void;
  /**
   * Follows an address as a link does. Returns false when the browser must follow the address
   * itself. Throws a TypeError for an address that would run a script.
   */
  follow(href: string, options?: GoOptions): boolean;
}

export function createRouter({
  window,
  basePath,
  navigator,
  visits,
  progress,
  blocker,
  tabs,
  actions,
  prefetch,
  snapshots,
  live,
  where,
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
      if (tags.length > 0) void live().then((part) => part.refresh(tags), Boolean);
      else follow(withoutFragment(location.href), { entry: 'none' });
    },
    prefetch(address, { kind = 'full', onInvalid = () => undefined } = {}) {
      follow(toHref(address, basePath), {}, ({ url }) =>
        prefetch.request({ url, kind, onInvalid }),
      );
    },
    watch: prefetch.watch,
    back: () => history.back(),
    forward: () => history.forward(),
    invalidate(tags) {
      tabs.tell(tags);
      navigator.invalidate(tags);
    },
    reload() {
      const { to = location.href } = progress.get();
      visits.settle();
      leave(window, to, where.page.isShell);
    },
    follow,
  };
}
