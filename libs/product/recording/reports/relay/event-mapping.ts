import type { JsonObject, Mapped } from '#events';

/** Knows the original places of frames. Rejects with `database.unavailable`. */
export interface EventMapping {
  /** To be called before a batch. */
  refresh(): Promise<void>;
  /** Forgets what it knows of uploads, so that it sees those that have just ended. */
  forget(): void;
  /** Undefined at once where no source map concerns the event. */
  map(projectId: number, event: JsonObject): Promise<Mapped | undefined> | undefined;
}
