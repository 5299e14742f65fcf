/** A request to assemble a bundle for a project. */
export interface BundleWish {
  readonly projectId: number;
  /** SHA-1 of the whole bundle. */
  readonly checksum: string;
  /** SHA-1 of its chunks, in their order. */
  readonly chunks: readonly string[];
  readonly release?: string;
  readonly dist?: string;
  readonly nowMs: number;
}

export type BundleState = 'created' | 'assembling' | 'ok' | 'error';

/** How it is with a bundle that is asked for: chunks are missing, or it waits, is in work, done or wrong. */
export type BundleAnswer =
  | { readonly state: 'not_found'; readonly missing: readonly string[] }
  | { readonly state: BundleState; readonly detail?: string };

/** A bundle that is to be assembled. */
export interface WaitingBundle {
  readonly id: number;
  readonly projectId: number;
  readonly checksum: string;
  readonly chunks: readonly string[];
  /** When it was claimed: whoever claims it later has it from then on. */
  readonly claimedAtMs: number;
  /** Claims, this one included. */
  readonly attempts: number;
  readonly release?: string;
  readonly dist?: string;
}

/** A source or a map that a bundle brought. */
export interface BundleFile {
  readonly kind: 'source' | 'map';
  /** In small letters, with hyphens. */
  readonly debugId?: string;
  /** Address in the bundle: `~/assets/app.js`, or whole. */
  readonly url: string;
  /** The reference of a source to its map. */
  readonly mapUrl?: string;
  /** SHA-256 of its map: of a map itself, or of the one inside a source. */
  readonly mapChecksum?: string;
  /** Why its map cannot be read: a sentence. */
  readonly problem?: string;
  readonly bytes: number;
}

/** A file as it is found again. */
export interface Artifact extends BundleFile {
  readonly id: number;
  readonly bundleId: number;
  readonly release?: string;
  readonly dist?: string;
}

/** A bundle in the list of a page. */
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
  /** Events are being looked for that came before it. */
  readonly isSought?: true;
}

/** An upload for which events are looked for that came before it. */
export interface SoughtBundle {
  readonly id: number;
  readonly projectId: number;
  /** `issues.id` of the last issue in which they were; 0 before the first. */
  readonly sought: number;
}

/** How a chunk ended. `mismatch`: its bytes have another hash. `no_room`: too many chunks wait already. */
export type ChunkEnd = 'kept' | 'mismatch' | 'too_large' | 'no_room';
