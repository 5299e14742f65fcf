import type { Flash } from '#page-protocol';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { Visitor } from '../cache/visitor.ts';
import type { TabChannel } from '../cache/tab-channel.ts';
import type { Blocker } from '../blocker/blocker.ts';
import type { OwnObservable } from '../observable.ts';
import type { CurrentPage } from '../navigation/current-page.ts';
import type { VisitRunner } from '../navigation/visit-runner.ts';
import type { GoOptions } from '../navigation/navigator.ts';
import type { ArrivingPage, PageReader } from '../page-data/page-reader.ts';
import type { Prefetch } from '../prefetch/prefetch.ts';

export interface ChangesParts {
  readonly window: Window;
  readonly basePath: string;
  readonly build: string;
  readonly cache: Pick<PageCache, 'epoch' | 'isPast' | 'invalidate' | 'routes'>;
  readonly tabs: Pick<TabChannel, 'tell'>;
  readonly prefetch: Pick<Prefetch, 'renew'>;
  readonly where: Pick<CurrentPage, 'here' | 'page'>;
  readonly navigator: Pick<VisitRunner, 'isOnWay' | 'receive'>;
  readonly router: { follow(href: string, options: GoOptions): boolean };
  readonly reader: Pick<PageReader, 'keep'>;
  readonly blocker: Pick<Blocker, 'answer'>;
  readonly visitor: Pick<Visitor, 'adopt' | 'isOther'>;
  readonly flash: Pick<OwnObservable<Flash | undefined>, 'set'>;
}

export interface SentAt {
  /**
   * The value of `CurrentPage.here` when the action was sent. A different object means that the
   * visitor has asked for another page since.
   */
  readonly here: object;
  readonly askedIn: number;
}

export interface DoneOptions extends SentAt {
  /** True when the answer is the page that the action redirected to. */
  readonly isRedirected: boolean;
  /** True when the action signed the visitor in, which makes every page in the cache obsolete. */
  readonly isSignIn?: boolean | undefined;
}

/** Shows the answer of an action, unless the visitor has gone to another page since. */
export interface Changes {
  /**
   * Invalidates in all tabs the data that the action has changed, and shows the page of the answer.
   * An answer without a message hides the message of an earlier action. Resolves when the page is
   * shown or dropped.
   */
  take(arriving: ArrivingPage, options: DoneOptions): Promise<void>;
  showOutcome(arriving: ArrivingPage, here: object): Promise<void>;
  /**
   * Opens the address that the action redirected to. Call this when the address is no page of the
   * application.
   */
  depart(href: string, here: object): Promise<void>;
}

export function createChanges({
  window,
  basePath,
  build,
  cache,
  tabs,
  prefetch,
  where,
  navigator,
  router,
  reader,
  blocker,
  visitor,
  flash,
}: ChangesParts): Changes {
  const isOurs = ({ data }: ArrivingPage): boolean => data.build === build && !!data.segments[0];

  const isStill = (here: object): boolean => here === where.here;

  /** Returns whether the page is shown and the visitor waits for no other page. */
  const isResting = (url?: string): boolean => url === where.page.url && !navigator.isOnWay();

  /** Makes the next visit load the page at `url` again. Its segments stay in the cache. */
  const forgetRoute = (url?: string): void => cache.routes.invalidate((route) => route.url === url);

  const depart = async (href: string, here: object): Promise<void> => {
    if (isStill(here)) {
      // Skips the question about unsaved input, because the input has just been sent.
      blocker.answer(true);
      window.location.assign(href);
    }
    // When only the fragment of the address changes, the document stays and the shown page may have
    // to load again.
    await navigator.receive();
  };

  const go = (href: string, here: object): Promise<void> =>
    new Promise((onEnd) => {
      const isFollowed = isStill(here) && router.follow(href, { onEnd });
      if (!isFollowed) void depart(href, here).then(onEnd);
    });

  const show = async (
    page: ShownPage | undefined,
    { here, isRedirected }: DoneOptions,
  ): Promise<void> => {
    const isShown = isResting(page?.url);
    const isWanted = (isRedirected || isShown) && isStill(here);
    // When the visitor has left this page and come back, the page may show newer data than this
    // answer, so it loads again. When the visitor is still on the way elsewhere, going back finds
    // this answer in the cache.
    if (isShown && !isWanted) forgetRoute(page?.url);
    await navigator.receive(isWanted ? page : undefined);
  };

  const forget = (tags: readonly string[] | null, isSignIn?: boolean, kept?: ShownPage): void => {
    tabs.tell(isSignIn ? undefined : tags);
    cache.invalidate(tags, kept?.segments);
    prefetch.renew();
  };

  return {
    async depart(href, here) {
      // The answer names no tags, so all segments are forgotten.
      forget(null);
      await depart(href, here);
    },
    async take(arriving, options) {
      const { data } = arriving;
      const { askedIn, isRedirected, isSignIn, here } = options;
      if (isStill(here) && !data.flash) flash.set(undefined);
      if (isSignIn) visitor.adopt();
      // An answer that was rendered before another action's change may lack that change.
      const isUsable = isOurs(arriving) && !cache.isPast(askedIn);
      const page = isUsable ? await reader.keep(arriving, { askedIn }) : undefined;
      if (!page) void arriving.lines.return();
      forget(data.invalidated ?? null, isSignIn, page);
      const isElsewhere = (isRedirected && !page) || visitor.isOther();
      const href = data.location ?? (isElsewhere ? basePath + data.url : '');
      // When the server has another build, usually the document is about to reload. When the
      // document has already reloaded once, only the shown page loads again.
      if (isSignIn || (!href && data.build !== build)) await navigator.receive();
      else await (href ? go(href, here) : show(page, options));
    },
    async showOutcome(arriving, here) {
      const isHere = isStill(here) && isResting(arriving.data.url);
      const page = isHere && isOurs(arriving) ? await reader.keep(arriving) : undefined;
      if (!page) {
        void arriving.lines.return();
        return;
      }
      // The refusal may concern only the action, so the next visit loads the page again.
      forgetRoute(page.url);
      await navigator.receive(page);
    },
  };
}
