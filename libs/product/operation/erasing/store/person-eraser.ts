import type { DecodedPayload, JsonPieces } from '#product/recording/reports';

export interface ErasedEvent {
  readonly json: JsonPieces;
  /** True when the person is the event's user; false when the event only mentions them. */
  readonly isEventUser: boolean;
  /** Hash of the event's user before erasure. */
  readonly userHash: string | undefined;
  /** Makes the same replacements in a text that was derived from the event. */
  readonly redact: (text: string) => string;
}

export interface PersonEraser {
  /** Text that replaces a name. */
  readonly mark: string;
  /** True when the whole text is the person's name. */
  is(text: string): boolean;
  /** True also when the text is the beginning of a long name that was cut. */
  isCut(text: string): boolean;
  redact(text: string): string;
  /**
   * Returns undefined when the event does not name the person. Throws when the payload is not a
   * stored event.
   */
  eraseEvent(payload: DecodedPayload): ErasedEvent | undefined;
  isNamedIn(report: string): boolean;
  /** Lists the hashes by which user counts may know the person under this name. */
  listUserHashes(): readonly string[];
}
