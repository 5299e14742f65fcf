import type { DecodedPayload } from './payload/event-payload.ts';
import type { GroupedEvent } from './report.ts';

/**
 * Makes stored events again with the current source maps. Events are not filtered, scrubbed or cut
 * again.
 */
export interface EventRemaking {
  /** Call this before making a batch of events. Rejects with `database.unavailable`. */
  prepare(): Promise<void>;
  /**
   * Does the same as `prepare`, and drops cached results about maps, because new maps may have been
   * uploaded.
   */
  forget(): Promise<void>;
  /**
   * Maps the frames of a stored event again. Returns undefined when no further frame gets an
   * original position, or the payload cannot be read. If `isCorrected` is set, also returns an
   * event in which as many frames as before have positions, but different positions. Rejects with
   * `database.unavailable`.
   */
  remake(
    payload: DecodedPayload,
    options?: { readonly isCorrected?: boolean },
  ): Promise<GroupedEvent | undefined>;
  /**
   * Returns the stored event unchanged, ready to be counted under another grouping key. Returns
   * undefined when the payload cannot be read.
   */
  read(payload: DecodedPayload): GroupedEvent | undefined;
}
