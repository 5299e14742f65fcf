import type { Request } from 'express';

/**
 * Says which tags a listener may hear of.
 *
 * ```ts
 * const audience: Audience = {
 *   standing: `customer:${customer.id}`,
 *   mayFollow: (tag) => tag.startsWith('stock:') || tag === `orders:${customer.id}`,
 * };
 * ```
 */
export interface Audience {
  /** Text that changes when the listener or their rights change. A change ends the connection. */
  readonly standing: string;
  mayFollow(tag: string): boolean;
}

/**
 * Says what has changed in a product. A global module of the product provides this class; without
 * it no page follows changes.
 *
 * ```ts
 * export class StockChanges extends ChangeSource {
 *   readVersions = () => this.stock.listVersions(); // Map { 'stock:7' => 3, … }
 *   async findAudience(request: Request): Promise<Audience | undefined> {
 *     return isCustomer(request) ? { standing: 'customer', mayFollow: () => true } : undefined;
 *   }
 * }
 * ```
 */
export abstract class ChangeSource {
  /**
   * Returns a version for each tag that can change; each change gives the tag another version.
   * Every renderer calls this once a second while anybody listens, so it should take no more than
   * one or two short queries.
   */
  abstract readVersions(): Promise<ReadonlyMap<string, number>>;

  /**
   * Returns what the sender of a request may follow now; undefined when the sender is not allowed
   * to listen. Called when a connection begins, and again every few seconds.
   */
  abstract findAudience(request: Request): Promise<Audience | undefined>;
}
