import type { DeferredDatum, DocumentPayload } from '#shared';

export type PageToRender = Pick<
  DocumentPayload,
  'basePath' | 'page' | 'settled' | 'action' | 'flash'
>;

export interface PageStream {
  /**
   * Writes the shell at once, then each region when its datum has settled, and ends `destination`.
   */
  pipe(destination: unknown): void;
  settle(datum: DeferredDatum): void;
  abort(reason: unknown): void;
}

export interface RenderOptions {
  /** HTML before the rendered tree. Visitors' texts in `before` and `after` must be escaped. */
  readonly before: string;
  readonly after: string;
  readonly nonce: string;
  /**
   * Called only when a region must be waited for. When the signal aborts, the region fails with its
   * reason.
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
   * Returns the names of views that show something while their data loads: their files export a
   * `Loading`.
   */
  abstract listLoading(): readonly string[];

  /** Rejects with a view's error, and when the build has no view of a segment's name. */
  abstract render(page: PageToRender, options: RenderOptions): Promise<string>;

  /** Resolves once the shell is rendered; rejects with the error of a view in it. */
  abstract stream(page: PageToRender, options: StreamOptions): Promise<PageStream>;
}
