import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { TabChannel } from '../cache/tab-channel.ts';
import type { Blocker } from '../blocker/blocker.ts';
import type { Journey } from '../navigation/journey.ts';
import type { GoOptions } from '../navigation/navigator.ts';
import type { ArrivingPage, PageReader } from '../page-data/page-reader.ts';
import type { Prefetch } from '../prefetch/prefetch.ts';

export interface ChangesParts {
  readonly window: Window;
  readonly basePath: string;
  /** Of this code. */
  readonly build: string;
  readonly cache: Pick<PageCache, 'epoch' | 'isPast' | 'invalidate' | 'routes'>;
  readonly tabs: Pick<TabChannel, 'tell'>;
  readonly prefetch: Pick<Prefetch, 'renew'>;
  readonly navigator: Pick<Journey, 'here' | 'shown'>;
  readonly receive: Journey['receive'];
  /** Goes to an address of the browser's, as a link there does. False when it is left to the browser. */
  readonly router: { follow(href: string, options: GoOptions): boolean };
  readonly reader: Pick<PageReader, 'keep'>;
  readonly blocker: Pick<Blocker, 'answer'>;
}

/** When something was sent. */
export interface Moment {
  /** Where the visitor was, as the navigator has it. */
  readonly here: object;
  /** Epoch of the cache. */
  readonly askedIn: number;
}

export interface DoneOptions extends Moment {
  /** It is the page that the action led to. */
  readonly isLed: boolean;
  /** The visitor is somebody else from now on. */
  readonly isSignIn?: boolean | undefined;
}

/** Shows what an action changed: never over a page that the visitor has gone to since. */
export interface Changes {
  /**
   * Forgets what has changed, in all tabs, and has what the answer brought shown. Resolves when it is, or will not
   * be.
   */
  take(arriving: ArrivingPage, options: DoneOptions): Promise<void>;
  /** Shows the outcome that stands for the page now. False when the visitor is not there. */
  showOutcome(arriving: ArrivingPage, here: object): Promise<boolean>;
  /** Has the browser go where the action led, to what is no page. */
  depart(href: string, here: object): Promise<void>;
}

export function createChanges({
  window,
  basePath,
  build,
  cache,
  tabs,
  prefetch,
  navigator,
  receive,
  router,
  reader,
  blocker,
}: ChangesParts): Changes {
  const isOurs = ({ data }: ArrivingPage): boolean => data.build === build && !!data.segments[0];

  const isStill = (here: object): boolean => here === navigator.here();

  /** Has the page at that address asked for again, with nothing of it but its layouts held. */
  const forgetRoute = (url: string): void => cache.routes.invalidate((route) => route.url === url);

  const depart = async (href: string, here: object): Promise<void> => {
    if (isStill(here)) {
      // What was sent is not unsaved.
      blocker.answer(true);
      window.location.assign(href);
    }
    // It may have been a fragment of the page that is shown.
    await receive();
  };

  const go = (href: string, here: object): Promise<void> =>
    new Promise((onEnd) => {
      const isFollowed = isStill(here) && router.follow(href, { onEnd });
      if (!isFollowed) void depart(href, here).then(onEnd);
    });

  const show = async (page: ShownPage | undefined, { here, isLed }: DoneOptions): Promise<void> => {
    const isShown = page?.url === navigator.shown().url;
    const isWanted = (isLed || isShown) && isStill(here);
    if (page && isWanted) {
      await receive(page, isShown ? undefined : 'push');
      return;
    }
    // Who has come back to it since may see what is newer. Who is on the way from it has this on the way back.
    if (isShown && isStill(navigator.here())) forgetRoute(page.url);
    // What is shown is loaded again, if it was forgotten.
    await receive();
  };

  const forget = (tags: readonly string[] | null, isSignIn?: boolean, kept?: ShownPage): void => {
    tabs.tell(isSignIn ? undefined : tags);
    cache.invalidate(tags, kept?.segments);
    prefetch.renew();
  };

  return {
    async depart(href, here) {
      // Nothing is said of what has changed.
      forget(null);
      await depart(href, here);
    },
    async take(arriving, options) {
      const { data } = arriving;
      const { askedIn, isLed, isSignIn, here } = options;
      // Older than what another action has changed since, it may lack that.
      const isUsable = isOurs(arriving) && !cache.isPast(askedIn);
      const page = isUsable ? await reader.keep(arriving, { askedIn }) : undefined;
      if (!page) void arriving.lines.return();
      forget(data.invalidated ?? null, isSignIn, page);
      if (isSignIn) await receive();
      else if (data.location) await go(data.location, here);
      else if (isLed && !page) await go(basePath + data.url, here);
      else if (data.build === build) await show(page, options);
      // Unless the document is loaded anew, which has happened once for this build.
      else await receive();
    },
    async showOutcome(arriving, here) {
      const isHere = isStill(here) && arriving.data.url === navigator.shown().url;
      const page = isHere && isOurs(arriving) ? await reader.keep(arriving) : undefined;
      if (!page) {
        void arriving.lines.return();
        return false;
      }
      // It may be the action alone that was refused: who comes back to the page is shown what it is.
      forgetRoute(page.url);
      await receive(page);
      return true;
    },
  };
}
