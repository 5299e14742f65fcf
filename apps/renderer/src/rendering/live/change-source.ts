import type { Request } from 'express';

/**
 * Says which tags a listener may hear of.
 *
 * ```ts
 * const audience: Audience = {
 *   standing: `customer:${customer.id}`,
 *   hears: (tag) => tag.startsWith('stock:') || tag === `orders:${customer.id}`,
 * };
 * ```
 */
export interface Audience {
  /** A text that changes when the person or their rights change. The connection ends then. */
  readonly standing: string;
  mayFollow(tag: string): boolean;
}

/**
 * Knows what changes in a product. A global module of the product provides it; without one no page
 * follows changes.
 *
 * ```ts
 * export class StockChanges extends ChangeSource {
 *   readVersions = () => this.stock.listVersions(); // Map { 'stock:7' => 3, … }
 *   async findAudience(request: Request): Promise<Audience | undefined> {
 *     return isCustomer(request) ? { standing: 'customer', hears: () => true } : undefined;
 *   }
 * }
 * ```
 */
export abstract class ChangeSource {
  /**
   * Returns a version for each tag that may change; after each change the version is another one.
   * Every renderer calls this once a second while anybody listens, so it may take one or two short
   * queries.
   */
  abstract readVersions(): Promise<ReadonlyMap<string, number>>;

  /**
   * Returns the sender of a request as they are now; undefined when they may not listen. Called
   * when they begin to listen, and again every few seconds.
   */
  abstract findAudience(request: Request): Promise<Audience | undefined>;
}
