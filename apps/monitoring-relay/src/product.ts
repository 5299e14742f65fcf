import { Processing } from './processing/processing.ts';
import { ProcessingModule } from './processing/processing.module.ts';
import type { RelayProduct } from './relay-product.ts';

/**
 * Errata: the only file outside of `processing/` that names it. Another product on the same relay is
 * another such file (docs/build-your-own.md).
 */
export const product: RelayProduct = { modules: [ProcessingModule], consumer: Processing };
