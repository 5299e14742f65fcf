/** What a document must load for one page. Paths are relative to the base path, without a leading slash. */
export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
  /** Chunks that the script and the page's views import. */
  readonly chunks: readonly string[];
  /** File of each view's own chunk, by view, relative to the script; of none where nothing is built. */
  readonly viewFiles: Readonly<Record<string, string>>;
  readonly icon?: string;
}

/** The browser's half of the build. */
export abstract class ClientBuild {
  /** Hash of the build output: equal builds, equal ids. */
  abstract readonly id: string;
  abstract assetsOf(views: readonly string[]): PageAssets;
}
