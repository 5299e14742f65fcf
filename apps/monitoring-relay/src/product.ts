import { processingInThread } from './processing/thread/processing-in-thread.ts';
import type { RelayProduct } from './relay-product.ts';

/**
 * Errata: the only file outside of `processing/` that names it. Another product on the same relay is
 * another such file (docs/build-your-own.md).
 */
export const product: RelayProduct = {
  ...processingInThread,
  inPlace: async () => {
    const { processingInPlace } = await import('./processing/processing-in-place.ts');
    return processingInPlace;
  },
};
