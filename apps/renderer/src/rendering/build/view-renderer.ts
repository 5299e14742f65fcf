import type { DeferredDatum, DocumentPayload } from '#shared';

/** What of a document's payload its tree is rendered from. */
export type PageToRender = Pick<
  DocumentPayload,
  'basePath' | 'page' | 'settled' | 'action' | 'flash'
>;

/** A page being rendered in the order in which its data settle. Its shell is rendered already. */
export interface PageStream {
  /** Writes the shell at once, then each region when its datum has settled, and ends `destination`. */
  pipe(destination: unknown): void;
  settle(datum: DeferredDatum): void;
  /** Stops rendering: regions that wait are left to the browser. */
  abort(reason: unknown): void;
}

export interface RenderOptions {
  /** HTML around the tree: no text of a visitor's stands in it unescaped. */
  readonly before: string;
  readonly after: string;
  /** For styles of the page. */
  readonly nonce: string;
  /** Asked only when something still waits: that fails with the signal's reason when it is aborted. */
  readonly getDeadline: () => AbortSignal;
}

export interface StreamOptions {
  /** For the scripts that put late regions in their places. */
  readonly nonce: string;
  /** Told of what a view throws outside of the shell. */
  readonly onFault: (error: unknown) => void;
  /** What still waits when it is aborted fails with its reason. */
  readonly deadline: AbortSignal;
}

/** Renders a page's chain of segments to HTML. */
export abstract class ViewRenderer {
  /** Names of views that have something to show while their data is on its way: their files export a `Loading`. */
  abstract listLoading(): readonly string[];

  /** Rejects with what a view throws, and when the build has no view of a segment's name. */
  abstract render(page: PageToRender, options: RenderOptions): Promise<string>;

  /** Resolves once the shell is rendered; rejects with what a view throws there. */
  abstract stream(page: PageToRender, options: StreamOptions): Promise<PageStream>;
}
