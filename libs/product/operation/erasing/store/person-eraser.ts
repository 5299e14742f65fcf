import type { DecodedPayload, JsonPieces } from '#product/recording/reports';

/** An event without somebody. */
export interface EventWithout {
  /** To be stored. */
  readonly json: JsonPieces;
  /** Whether they are its user; else it only names them. */
  readonly isOfPerson: boolean;
  /** Of its user, before. */
  readonly userHash: string | undefined;
  /** Replaces in a text that was made of the event what was replaced in the event. */
  readonly redact: (text: string) => string;
}

/** The rules by which somebody is found and erased in what is stored. */
export interface PersonEraser {
  /** Stands where a name was replaced. */
  readonly mark: string;
  /** Whether a text is their name. */
  is(text: string): boolean;
  /** The same where a long name was cut. */
  isCut(text: string): boolean;
  /** The text without their name. */
  redact(text: string): string;
  /** Undefined where the event does not name them. Throws for what is no payload. */
  eraseEvent(payload: DecodedPayload): EventWithout | undefined;
  /** Whether a report, as text, names them. */
  isNamedIn(report: string): boolean;
  /** What counts of users know them as, if by that name. */
  listUserHashes(): readonly string[];
}
