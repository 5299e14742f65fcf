import { mergeHeads } from '#shared';
import type { Announce } from '../announcer/announcer.ts';
import { applyHead } from '../announcer/document-head.ts';
import { focusHeading } from '../announcer/page-heading.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { quietKept } from '../history/quiet-kept.ts';
import type { ComingFlash } from '../flash/coming-flash.ts';
import type { SnapshotTaker } from '../history/snapshot.ts';
import type { Place } from './place.ts';
import { scrollToPage } from './scroll-to-page.ts';
import type { Visit } from './visit.ts';

export interface ArrivalParts {
  readonly window: Window;
  readonly applicationName: string;
  readonly place: Pick<Place, 'restore'>;
  readonly snapshots: Pick<SnapshotTaker, 'settle'>;
  readonly announce: Announce;
  readonly coming: Pick<ComingFlash, 'show'>;
  /** The visitor is in that stay from now on; without one, an outcome stands in place of a page. */
  readonly forgetDone: (stay?: number) => void;
}

/** The document has the page, in a stay: it is scrolled, named, announced, and its heading has the focus. */
export type Arrive = (visit: Visit, page: ShownPage, before: ShownPage, stay: number) => void;

export function createArrival({
  window,
  applicationName,
  place,
  snapshots,
  announce,
  coming,
  forgetDone,
}: ArrivalParts): Arrive {
  const { document, location } = window;
  return ({ entry, hash, scroll = true, onEnd }, page, before, stay) => {
    // An outcome in place of the page is another's.
    forgetDone(page.status < 400 ? stay : undefined);
    const { title } = document;
    const head = mergeHeads(page, applicationName);
    applyHead(document, head);
    if (entry === 'none') {
      // In place of the page, it has nothing of what was typed there: that waits, and is of its entry, until it is back.
      if (page.status >= 400) place.restore();
    } else {
      snapshots.settle();
      // A shell has nothing of how its page was left, and has been scrolled for it.
      const isOwnShell = before.isShell && before.url === page.url && !hash;
      const isThere = entry === 'traverse' ? page.isShell || place.restore() : isOwnShell;
      if (!isThere && scroll) scrollToPage(window, hash);
    }
    if (page.isShell) return;
    // What an action brought is other news, too.
    // One after the other they would be one in place of the other.
    const news = [coming.show(entry !== 'none' || !!onEnd)];
    if (before.isShell || page.url !== before.url || page.status !== before.status) {
      quietKept(document);
      const heading = focusHeading(document);
      const own = head.title === applicationName ? '' : head.title;
      // The title of the page before would not tell that this is another.
      news.push((own !== title && own) || heading || own || location.pathname);
    }
    const text = news.filter(Boolean).join(' ');
    if (text) announce(text);
  };
}
