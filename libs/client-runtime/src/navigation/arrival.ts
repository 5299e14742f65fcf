import { mergeHeads } from '#shared';
import type { Announce } from '../announcer/announcer.ts';
import { applyHead } from '../announcer/document-head.ts';
import { focusHeading } from '../announcer/page-heading.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { quietKept } from '../history/kept-page.ts';
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
}

/** The document has the page: it is scrolled, named, announced, and its heading has the focus. */
export type Arrive = (visit: Visit, page: ShownPage, before: ShownPage) => void;

export function createArrival({
  window,
  applicationName,
  place,
  snapshots,
  announce,
}: ArrivalParts): Arrive {
  const { document, location } = window;
  return ({ entry, hash, scroll = true }, page, before) => {
    const head = mergeHeads(page, applicationName);
    applyHead(document, head);
    if (entry !== 'none') {
      snapshots.settle();
      const isRestored = entry === 'traverse' && place.restore();
      if (!isRestored && scroll) scrollToPage(window, hash);
    }
    if (page.url === before.url && page.status === before.status) return;
    quietKept(document);
    const heading = focusHeading(document);
    const isTitled = head.title !== applicationName;
    announce(isTitled ? head.title : heading || location.pathname);
  };
}
