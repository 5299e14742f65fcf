import { mergeHeads } from '#page-protocol';
import type { Announce } from '../announcer/announcer.ts';
import { applyHead } from '../announcer/document-head.ts';
import { focusHeading } from '../announcer/page-heading.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { silenceKept } from '../history/silence-kept.ts';
import type { ComingFlash } from '../flash/coming-flash.ts';
import type { SnapshotTaker } from '../history/snapshot.ts';
import type { Place } from './place.ts';
import { scrollToPage } from './scroll-to-page.ts';
import type { Visit } from './visit.ts';

export interface ArrivalParts {
  readonly window: Window;
  readonly applicationName: string;
  readonly place: Pick<Place, 'restore'>;
  readonly snapshots: Pick<SnapshotTaker, 'restore' | 'settle'>;
  readonly announce: Announce;
  readonly urge: Announce;
  readonly coming: Pick<ComingFlash, 'show'>;
  readonly forgetDone: (stay?: number) => void;
}

/**
 * Call when the page is in the document. Applies the page's head, focuses the heading, announces
 * the page and scrolls.
 */
export type Arrive = (visit: Visit, page: ShownPage, before: ShownPage, stay: number) => void;

export function createArrival({
  window,
  applicationName,
  place,
  snapshots,
  announce,
  urge,
  coming,
  forgetDone,
}: ArrivalParts): Arrive {
  const { document, location } = window;
  return ({ entry, hash, source, scroll = true }, page, before, stay) => {
    forgetDone(page.status < 400 ? stay : undefined);
    const { title } = document;
    const head = mergeHeads(page.segments, applicationName);
    applyHead(document, head);
    const isAnother = before.isShell || page.url !== before.url || page.status !== before.status;
    if (!page.isShell) {
      // Flash message and page share one announcement, because a second announcement would replace
      // the first.
      let text = coming.show(entry !== 'none' || isAnother) ?? '';
      if (isAnother) {
        silenceKept(document);
        urge('');
        const heading = focusHeading(document, scroll);
        const own = head.title === applicationName ? '' : head.title;
        // An unchanged title does not say that this is another page, so the heading is announced
        // instead.
        text += ` ${(own !== title && own) || heading || own || location.pathname}`;
      }
      if (text) announce(text.trim());
    }
    // The target of a fragment takes the focus from the heading.
    if (entry === 'none') {
      // An outcome lacks the fields of the page that it replaces. When a refresh shows an outcome,
      // the snapshot waits with the entry until the page is back.
      if (page.status >= 400) place.restore();
      // A link begins at the top, like without scripts. Other code keeps the position.
      else if (source && scroll) scrollToPage(window, hash, snapshots);
    } else {
      snapshots.settle();
      // A shell has no snapshot. A page that follows its own shell needs no scrolling, because the
      // shell was scrolled.
      const isOwnShell = before.isShell && before.url === page.url && !hash;
      const isThere = entry === 'traverse' ? page.isShell || place.restore() : isOwnShell;
      if (!isThere && scroll) scrollToPage(window, hash, snapshots);
    }
  };
}
