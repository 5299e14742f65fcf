export interface BundleRequest {
  readonly projectId: number;
  /** SHA-1 of the whole bundle. */
  readonly checksum: string;
  /** SHA-1 of each chunk, in order. */
  readonly chunks: readonly string[];
  readonly release?: string;
  readonly dist?: string;
  readonly nowMs: number;
}

export type BundleState = 'created' | 'assembling' | 'ok' | 'error';

/** `not_found` means that chunks are missing. */
export type BundleAnswer =
  | { readonly state: 'not_found'; readonly missing: readonly string[] }
  | { readonly state: BundleState; readonly detail?: string | undefined };

export interface WaitingBundle {
  readonly id: number;
  readonly projectId: number;
  readonly checksum: string;
  readonly chunks: readonly string[];
  /** Number of claims, this one included. A later claim ends this one. */
  readonly attempts: number;
  /** True when the claim before this one has expired, because its relay died or held the bundle. */
  readonly isExpired?: boolean;
  readonly release?: string;
  readonly dist?: string;
}

export interface BundleFile {
  readonly kind: 'source' | 'map';
  /** Lower case, with hyphens. */
  readonly debugId?: string;
  /**
   * Address from which the browser loads the file, such as `~/assets/app.js`, where `~` stands for
   * any origin.
   */
  readonly url: string;
  readonly mapUrl?: string;
  /** SHA-256 of a map's text, or of the text of the map inside a source. */
  readonly mapChecksum?: string;
  readonly problem?: string;
  readonly bytes: number;
}

export interface Artifact extends BundleFile {
  readonly id: number;
  readonly bundleId: number;
  readonly release?: string;
  readonly dist?: string;
}

export interface ListedBundle {
  readonly id: number;
  readonly checksum: string;
  readonly release?: string;
  readonly dist?: string;
  readonly state: BundleState;
  readonly detail?: string;
  readonly bytes: number;
  readonly files: number;
  readonly createdAtMs: number;
  /** True while a search runs for earlier events that the bundle fits. */
  readonly isSought?: true;
}

export interface SoughtBundle {
  readonly id: number;
  readonly projectId: number;
  /** `issues.id` of the last issue that was searched; 0 before the first. */
  readonly sought: number;
}

/**
 * How the upload of a chunk ended. `mismatch`: the bytes have another hash than the client stated.
 * `no_room`: waiting chunks already use all the space that they may use. `disk_full`: the disk has
 * no room for the chunk.
 */
export type ChunkEnd = 'kept' | 'mismatch' | 'too_large' | 'no_room' | 'disk_full';
