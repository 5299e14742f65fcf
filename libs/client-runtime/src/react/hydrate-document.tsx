import { documentRootId } from '#shared';
import type { DocumentPayload, Scheduler } from '#shared';
import { hydrateRoot } from 'react-dom/client';
import { DeferredData } from '../deferred/deferred-data.ts';
import { abandonPendingRegions } from '../hydration/abandoned-regions.ts';
import { showCanonicalAddress } from '../hydration/address-bar.ts';
import { receiveDeferred } from '../hydration/deferred-queue.ts';
import type { ViewRegistry } from '../hydration/views.ts';
import { PageTree } from './page-tree.tsx';
import type { View } from './views-context.ts';

export interface HydrationOptions {
  readonly window: Window;
  /** What the document was rendered from. */
  readonly payload: DocumentPayload;
  readonly views: ViewRegistry<View>;
  readonly scheduler: Scheduler;
  /**
   * Told of every error that React met, caught by a boundary or not, each once. React writes none of
   * them to the console then, where the text that a visitor sees sends them: this has to.
   */
  readonly onError: (error: unknown) => void;
}

/**
 * Takes over the document that the server rendered; one that is still being streamed as far as it is
 * there, the rest as it arrives. Resolves when React has been given the tree; rejects when a view's
 * code does not arrive or the document is not one of ours.
 */
export async function hydrateDocument({
  window,
  payload,
  views,
  scheduler,
  onError,
}: HydrationOptions): Promise<void> {
  const container = window.document.getElementById(documentRootId);
  if (!container) throw new Error('The document has no root to hydrate.');
  const { basePath, page, settled } = payload;
  const deferred = new DeferredData(page.segments, settled);
  receiveDeferred(window, scheduler, {
    onDatum: (datum) => deferred.settle(datum),
    onEnd: () => {
      deferred.cutOff(new Error('The document ended before all of its data had arrived.'));
      abandonPendingRegions(window.document);
    },
  });
  showCanonicalAddress(window, basePath + page.url);
  await Promise.all(page.segments.map(({ view }) => views.load(view)));
  const tree = <PageTree basePath={basePath} page={page} deferred={deferred} views={views} />;
  hydrateRoot(container, tree, {
    onCaughtError: onError,
    onUncaughtError: onError,
    onRecoverableError: onError,
  });
}
