/**
 * Files that a document loads for one page. Paths are relative to the base path, without a leading
 * slash.
 */
export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
  readonly chunks: readonly string[];
  /** File of each view, by the view's name, relative to the script. Empty in development. */
  readonly viewFiles: Readonly<Record<string, string>>;
  readonly icon?: string;
}

export abstract class ClientBuild {
  abstract readonly id: string;
  abstract assetsOf(views: readonly string[]): PageAssets;
}
