/** Which form of which file: `encoding` is what HTTP calls it, `identity` for the file as it is. */
export interface AssetForm {
  /** The file's name within its build, without the ending that stands for its encoding. */
  readonly name: string;
  readonly encoding: string;
}

export interface KeptAsset extends AssetForm {
  readonly body: Buffer;
}

/**
 * The browser files of every build in use, for all replicas of one database. Times are milliseconds
 * since the epoch. Every method rejects with `database.unavailable`.
 */
export abstract class KeptAssetStore {
  /** Notes that `build` was in use at `usedAtMs`, and that it exists. An earlier time changes nothing. */
  abstract touch(build: string, usedAtMs: number): Promise<void>;

  /** What is kept of `build`; nothing when it is unknown. */
  abstract listForms(build: string): Promise<AssetForm[]>;

  /**
   * Keeps one form of one file, whole or not at all; one that is there already stays as it is. Rejects
   * when `build` is unknown: it was never touched, or was forgotten meanwhile.
   */
  abstract keep(build: string, asset: KeptAsset): Promise<void>;

  /** The smallest form of the file `name`, of any build, among those in one of `encodings`. */
  abstract find(name: string, encodings: readonly string[]): Promise<KeptAsset | undefined>;

  /** Removes the builds, files included, that nobody has used since `unusedSinceMs`; resolves with how many. */
  abstract forget(unusedSinceMs: number): Promise<number>;
}
