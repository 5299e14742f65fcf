import type { Generated } from 'kysely';
import type { MissCause } from '#shared';

/** Bytes by their hash, in parts. */
export interface ArtifactBlobsTable {
  readonly id: Generated<number>;
  /** `chunk`: of an upload, by SHA-1. `table`: a map table, by the SHA-256 of its map. */
  readonly kind: 'chunk' | 'table';
  /** Null until all of it is written. */
  readonly checksum: string | null;
  readonly bytes: number;
  /** When somebody last wrote it or asked for it. */
  readonly touched_at: number;
}

export interface ArtifactPartsTable {
  readonly blob_id: number;
  /** From 0; all but the last are of `PART_BYTES`. */
  readonly position: number;
  readonly body: Buffer;
}

/** A bundle that was uploaded for a project. */
export interface ArtifactBundlesTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  /** SHA-1 of the whole. */
  readonly checksum: string;
  readonly release: string | null;
  readonly dist: string | null;
  readonly state: 'created' | 'assembling' | 'ok' | 'error';
  /** Why it is an error. */
  readonly detail: string | null;
  /** JSON list of SHA-1; empty once it is assembled. */
  readonly chunks: string;
  readonly bytes: number;
  readonly created_at: number;
  /** When it was uploaded, or an event last needed it, within a day. */
  readonly used_at: number;
  /** How often somebody began to assemble it. */
  readonly attempts: number;
  /** When somebody began to assemble it. */
  readonly claimed_at: number | null;
  /** `issues.id` of the last issue in which events were looked for that it fits, 0 before the first; null where nobody looks. */
  readonly sought: Generated<number | null>;
}

/** A source or a map of a bundle. */
export interface ArtifactFilesTable {
  readonly id: Generated<number>;
  readonly bundle_id: number;
  readonly project_id: number;
  readonly kind: 'source' | 'map';
  readonly debug_id: string | null;
  readonly release: string | null;
  readonly dist: string | null;
  /** Address in the bundle: `~/assets/app.js`, or whole. */
  readonly url: string;
  /** The reference of a source to its map. */
  readonly map_url: string | null;
  /** SHA-256 of its map: of a map itself, or the one inside a source. */
  readonly map_checksum: string | null;
  /** Why its map cannot be read. */
  readonly problem: string | null;
  readonly bytes: number;
}

/** A file of a project that ran and has no map, with the events of its last day. */
export interface ArtifactMissesTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  /** `toKeyName` of cause, address, debug id, release and distribution. */
  readonly name: string;
  readonly cause: MissCause;
  readonly url: string;
  readonly debug_id: string | null;
  readonly release: string | null;
  readonly dist: string | null;
  readonly events: number;
  /** When the first of these events was recorded, and the last. */
  readonly since: number;
  readonly last_at: number;
  readonly event_id: string;
}

/** All tables of this capability. */
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
