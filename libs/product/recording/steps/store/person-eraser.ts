import type { Log, PersonName } from '#shared';
import type { DecodedPayload } from '#product/recording/reports';

/** How an event names a person. */
export interface NamingEvent {
  /** True when the person is the event's user; false when the event only contains their name. */
  readonly isEventUser: boolean;
  readonly userHash: string | undefined;
  /** Other names of the person that the event tells. */
  readonly others: readonly PersonName[];
  /** Erases the person, and the event's user if that is the person, from a text of the event. */
  readonly redact: (text: string) => string;
}

export interface PersonEraser {
  readonly mark: string;
  /** True when the whole text is the person's name. */
  is(text: string): boolean;
  /** Like `is`, and also true when the text is the beginning of a long name that was cut. */
  isCut(text: string): boolean;
  /** True when the text has another name of the person, which events told. */
  isOther(text: string): boolean;
  redact(text: string): string;
  /** Returns undefined when the event does not contain the person's name. */
  findInEvent(payload: DecodedPayload): NamingEvent | undefined;
  /** Erases the person from a log. Returns undefined when the log does not name them. */
  eraseLog(log: Log): Log | undefined;
  isNamedIn(report: string): boolean;
  /** Lists the hashes under which user counts may contain the person. */
  listUserHashes(): readonly string[];
}
