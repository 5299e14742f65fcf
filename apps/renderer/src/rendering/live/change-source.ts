import type { Request } from 'express';

/**
 * Says which tags a connected browser may learn about.
 *
 * ```ts
 * const audience: Audience = {
 *   who: `customer:${customer.id}`,
 *   standing: JSON.stringify([customer.id, customer.rights]),
 *   mayFollow: (tag) => tag.startsWith('stock:') || tag === `orders:${customer.id}`,
 * };
 * ```
 */
export interface Audience {
  /** Text that names one person. Such a person has at most `liveLimits.connectionsOfPerson`. */
  readonly who?: string;
  /** Text that changes when the listener or their rights change. A change ends the connection. */
  readonly standing: string;
  mayFollow(tag: string): boolean;
}

/**
 * Says what has changed in a product. A global module of the product provides a subclass; without
 * one, pages do not update by themselves.
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
   * Returns a version for each tag. Each change of the tag's data changes the version. Every
   * renderer calls this once a second while any browser listens, so it should need at most one or
   * two short queries.
   */
  abstract readVersions(): Promise<ReadonlyMap<string, number>>;

  /**
   * Returns what the sender of a request may follow now; undefined when the sender is not allowed
   * to listen. Called when a connection begins, and again every few seconds.
   */
  abstract findAudience(request: Request): Promise<Audience | undefined>;
}
