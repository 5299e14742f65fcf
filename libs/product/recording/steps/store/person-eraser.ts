import type { Log, PersonName } from '#shared';
import type { DecodedPayload, JsonPieces } from '#product/recording/reports';

export interface ErasedEvent {
  readonly json: JsonPieces;
  /** True when the person is the event's user; false when the event only contains their name. */
  readonly isEventUser: boolean;
  readonly userHash: string | undefined;
  /** Other names of the person that the event tells. */
  readonly others: readonly PersonName[];
  /** Makes the same replacements in a text that was derived from the event. */
  readonly redact: (text: string) => string;
}

export interface PersonEraser {
  readonly mark: string;
  /** True when the whole text is the person's name. */
  is(text: string): boolean;
  /** Like `is`, and also true when the text is the beginning of a long name that was cut. */
  isCut(text: string): boolean;
  redact(text: string): string;
  /**
   * Erases the person from an event. Returns undefined when the event does not contain their name.
   * Throws when the payload is not a stored event.
   */
  eraseEvent(payload: DecodedPayload): ErasedEvent | undefined;
  /** Erases the person from a log. Returns undefined when the log does not name them. */
  eraseLog(log: Log): Log | undefined;
  isNamedIn(report: string): boolean;
  /** Lists the hashes under which user counts may contain the person. */
  listUserHashes(): readonly string[];
}
