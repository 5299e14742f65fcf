import type { Generated } from 'kysely';
import type { MissCause } from '#shared';

export interface ArtifactBlobsTable {
  readonly id: Generated<number>;
  /**
   * `chunk` is a part of an upload, named by its SHA-1. `table` is a map table, named by the
   * SHA-256 of its map.
   */
  readonly kind: 'chunk' | 'table';
  /** Null until the blob is complete. */
  readonly checksum: string | null;
  readonly bytes: number;
  /** Id of the user whose token sent the chunk; 0 for the organisation. */
  readonly holder: number | null;
  /** Time when the blob was last written or asked for. */
  readonly touched_at: number;
}

export interface ArtifactPartsTable {
  readonly blob_id: number;
  /** Counts from 0. All parts but the last have `PART_BYTES` bytes. */
  readonly position: number;
  readonly body: Buffer;
}

export interface ArtifactBundlesTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly checksum: string;
  readonly release: string | null;
  readonly dist: string | null;
  readonly state: 'created' | 'assembling' | 'ok' | 'error';
  readonly detail: string | null;
  /** JSON list of SHA-1 checksums; empty once assembly has ended. */
  readonly chunks: string;
  readonly bytes: number;
  readonly created_at: number;
  /** Time of the upload, or of the last event that needed the bundle, exact to a day. */
  readonly used_at: number;
  readonly attempts: number;
  readonly claimed_at: number | null;
  /**
   * Progress of the search for earlier events that the bundle fits: `issues.id` of the last issue
   * searched, 0 before the first; null when no search runs.
   */
  readonly sought: Generated<number | null>;
}

export interface ArtifactFilesTable {
  readonly id: Generated<number>;
  readonly bundle_id: number;
  readonly project_id: number;
  readonly kind: 'source' | 'map';
  readonly debug_id: string | null;
  readonly release: string | null;
  readonly dist: string | null;
  readonly url: string;
  readonly map_url: string | null;
  readonly map_checksum: string | null;
  readonly problem: string | null;
  readonly bytes: number;
}

export interface ArtifactMissesTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  /** Hash of cause, address, debug id, release and distribution. */
  readonly name: string;
  readonly cause: MissCause;
  readonly url: string;
  readonly debug_id: string | null;
  readonly release: string | null;
  readonly dist: string | null;
  readonly events: number;
  /** Times at which the first and the last counted event were received. */
  readonly since: number;
  readonly last_at: number;
  readonly event_id: string;
}

export const tables = [
  'artifact_blobs',
  'artifact_parts',
  'artifact_bundles',
  'artifact_files',
  'artifact_misses',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly artifact_blobs: ArtifactBlobsTable;
    readonly artifact_parts: ArtifactPartsTable;
    readonly artifact_bundles: ArtifactBundlesTable;
    readonly artifact_files: ArtifactFilesTable;
    readonly artifact_misses: ArtifactMissesTable;
  }
}
