import type { DeferredDatum, DocumentPayload } from '#shared';

export type PageToRender = Pick<
  DocumentPayload,
  'basePath' | 'person' | 'page' | 'settled' | 'action' | 'flash'
>;

export interface PageStream {
  /**
   * Writes the shell at once, and each waiting region once its data has settled. Ends `destination`
   * afterwards.
   */
  pipe(destination: unknown): void;
  settle(datum: DeferredDatum): void;
  abort(reason: unknown): void;
}

export interface RenderOptions {
  /** HTML before the rendered tree. All text in `before` and `after` must be escaped already. */
  readonly before: string;
  readonly after: string;
  readonly nonce: string;
  /**
   * Called only when a region waits for data. When the signal aborts, the region fails with the
   * signal's reason.
   */
  readonly getDeadline: () => AbortSignal;
}

export interface StreamOptions {
  readonly nonce: string;
  readonly onFault: (error: unknown) => void;
  readonly deadline: AbortSignal;
}

export abstract class ViewRenderer {
  /**
   * Returns the names of the views whose files export `Loading`, which is shown while data loads.
   */
  abstract listLoading(): readonly string[];

  /** Rejects with a view's error, and when the build lacks a view that a segment names. */
  abstract render(page: PageToRender, options: RenderOptions): Promise<string>;

  /** Resolves once the shell is rendered; rejects when a view in the shell fails. */
  abstract stream(page: PageToRender, options: StreamOptions): Promise<PageStream>;
}
