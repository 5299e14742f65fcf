import type { JsonObject, Mapped } from '#events';

/**
 * Finds the original places of frames by source maps. All methods reject with
 * `database.unavailable`.
 */
export interface EventMapping {
  /** Call this before each batch. */
  refresh(): Promise<void>;
  /** Drops cached findings about uploads, so that uploads that have just ended are found. */
  forget(): void;
  /** Returns undefined at once, without a promise, when no source map concerns the event. */
  map(projectId: number, event: JsonObject): Promise<Mapped | undefined> | undefined;
}
