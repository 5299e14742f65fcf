import type { Request } from 'express';

/** Who listens, and what they may hear of. */
export interface Audience {
  /** The same as long as they are the same and may the same: a connection ends when it is another one. */
  readonly standing: string;
  hears(tag: string): boolean;
}

/** Knows what changes in a product. A global module of the product provides it; without one no page follows changes. */
export abstract class ChangeSource {
  /**
   * A version of everything that may change, by its tag. A version is another one after each change. Read once a second while
   * anybody listens, on every renderer, so it may take a short query or two.
   */
  abstract readVersions(): Promise<ReadonlyMap<string, number>>;

  /**
   * The sender of a request, as they are now: asked when they begin to listen, and again every few seconds. Undefined: they
   * may not listen.
   */
  abstract findAudience(request: Request): Promise<Audience | undefined>;
}
