import type { AssetEncoding, AssetForm } from '../asset-form.ts';

/** One form of a file that the running build has. */
export interface BuiltAsset extends AssetForm {
  readonly bytes: number;
  read(): Promise<Buffer>;
}

export interface FoundAsset {
  readonly encoding: AssetEncoding;
  readonly body: Buffer;
}

/**
 * The browser's files of every build in use. A browser keeps running the page it has when the next
 * build is deployed, and any replica may be asked for what that page loads later. Every method
 * rejects when the disk or the database behind it fails; no page depends on it.
 */
export abstract class AssetArchive {
  /**
   * Adds what is missing of `build`, and notes that it is in use. Several processes may keep the same
   * build at once; one that is killed leaves whole files only, and the next call adds the rest.
   */
  abstract keep(build: string, assets: readonly BuiltAsset[]): Promise<void>;

  /** The smallest form of the file `name`, of whatever build, among those in one of `encodings`. */
  abstract find(name: string, encodings: readonly AssetEncoding[]): Promise<FoundAsset | undefined>;

  /** Notes that `build` is in use now. */
  abstract touch(build: string): Promise<void>;

  /** Removes the builds that were last in use before `unusedSinceMs` (since the epoch). */
  abstract forget(unusedSinceMs: number): Promise<void>;
}
