import type { JsonObject, Mapped } from '#events';

/**
 * Finds the original positions of stack frames by source maps. All methods reject with
 * `database.unavailable`.
 */
export interface EventMapping {
  /** Call this before each batch. */
  refresh(): Promise<void>;
  forget(): void;
  /**
   * Maps the frames of an event to their original positions. Returns undefined at once, without a
   * promise, when no source map concerns the event.
   */
  map(projectId: number, event: JsonObject): Promise<Mapped | undefined> | undefined;
}
