import type { DecodedPayload } from './payload/event-payload.ts';
import type { GroupedEvent } from './report.ts';

/** Makes stored events anew by the source maps of today. They are not filtered, scrubbed or cut again. */
export interface EventRemaking {
  /** To be called before some events are made. Rejects with `database.unavailable`. */
  prepare(): Promise<void>;
  /** Prepares, and forgets which maps were found: some may have come since. */
  forget(): Promise<void>;
  /**
   * Undefined where no further frame gets its original place, or the payload cannot be read. With `isCorrected` also an event is made
   * of which as many frames get other places. Rejects with `database.unavailable`.
   */
  remake(
    payload: DecodedPayload,
    options?: { readonly isCorrected?: boolean },
  ): Promise<GroupedEvent | undefined>;
  /** The event as it is stored, to be counted elsewhere. Undefined where the payload cannot be read. */
  read(payload: DecodedPayload): GroupedEvent | undefined;
}
