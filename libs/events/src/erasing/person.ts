import { erasureLimits, parseJson, type PersonName } from '#shared';
import { type JsonObject, readObject } from '../json/shape.ts';
import { toUserHash } from '../reading/user-hash.ts';
import { readStoredEvent, type StoredEvent } from '../storing/stored-event.ts';
import { eraseLog, type LogTexts } from './erase-log.ts';
import { findInEvent } from './find-in-event.ts';
import { ERASED, matchName, type NameMatcher } from './name-matcher.ts';
import { withoutFields } from './protocol-fields.ts';
import { readEscapes } from './read-escapes.ts';

/**
 * Events without a stored payload keep only the first 40 bytes of a user's name, cut between
 * characters. A character has at most 4 bytes, so a cut name has at least 37.
 */
const MIN_CUT_BYTES = 37;

/** Matches ids whose digits also stand in fractions and times. `JSON.parse` keeps these numbers. */
const NUMBER = /^\d{1,15}$/;

const NO_META = { source: 'event', eventId: '', projectId: 0, receivedAtMs: 0 } as const;

/** Everything before the event in the stored form. `meta` has no field of the name `event`. */
const BEFORE_EVENT = /^\{"meta":.*?,"event":/s;

export class Person {
  readonly mark = ERASED;
  private readonly matcher: NameMatcher;

  private readonly others: readonly NameMatcher[];

  /** `others` are names that events told of the person. They count in logs and tags alone. */
  constructor(
    private readonly name: PersonName,
    others: readonly PersonName[] = [],
  ) {
    this.matcher = matchName(name);
    this.others = others.map(matchName);
  }

  is(text: string): boolean {
    return this.matcher.is(text);
  }

  /** True when the text is the name, or the beginning of a long name that was cut. */
  isCut(text: string): boolean {
    return (
      this.is(text) ||
      (Buffer.byteLength(text) >= MIN_CUT_BYTES && this.name.value.startsWith(text))
    );
  }

  /** True when the text has one of `others`. */
  isOther(text: string): boolean {
    return this.others.some((other) => other.redact(text) !== text);
  }

  redact(text: string): string {
    return this.matcher.redact(text);
  }

  /**
   * Tells how a stored event names the person. Returns undefined when it does not. Also searches the
   * event's text as it is, because reading rounds long numbers, drops repeated fields, and fails for
   * an event that is damaged or nested too deep.
   */
  findInEvent({ json }: { readonly json: string }) {
    return this.find(json, () => readStoredEvent(json));
  }

  private find(json: string, read: () => StoredEvent) {
    const { isRead, found } = this.findRead(read);
    // The values beside an event were searched when it was read.
    const text = isRead ? json.replace(BEFORE_EVENT, '') : json;
    const mayMiss = !isRead || (!found && this.standsIn(text));
    if (mayMiss && this.standsBeside(text)) {
      return { isEventUser: false, userHash: undefined, others: [], redact: this.matcher.redact };
    }
    if (!found) return undefined;
    const { names, ...rest } = found;
    // Many people may share a network address, so it tells no names.
    const isOther = ({ value }: PersonName): boolean =>
      this.name.kind !== 'address' && value.length <= erasureLimits.nameLength && !this.is(value);
    return { ...rest, others: names.filter(isOther) };
  }

  /** Returns a copy without the person, or undefined when the log does not name them. */
  eraseLog<Texts extends LogTexts>(log: Texts): Texts | undefined {
    return eraseLog(log, this.matcher, this.others);
  }

  /**
   * True when any line of the report names the person. A line is JSON or part of an attached file.
   */
  isNamedIn(report: string): boolean {
    return report.split('\n').some((line) => {
      if (!line.startsWith('{')) return this.redact(line) !== line;
      return this.find(line, () => ({ meta: NO_META, event: readLine(line) })) !== undefined;
    });
  }

  /**
   * Returns the user hashes that this name can produce, one for each field of `user` that may
   * contain it.
   */
  listUserHashes(): readonly string[] {
    const { kind, value } = this.name;
    const facts = kind === 'address' ? ['ipAddress'] : ['id', 'email', 'username'];
    return facts.flatMap((fact) => toUserHash({ [fact]: value }) ?? []);
  }

  /** Returns `isRead: false` when the event cannot be read or is nested too deep. */
  private findRead(read: () => StoredEvent) {
    try {
      return { isRead: true, found: findInEvent(this.matcher, read()) };
    } catch {
      return { isRead: false, found: undefined };
    }
  }

  private standsIn(json: string): boolean {
    const { value } = this.name;
    if (NUMBER.test(value)) return false;
    const text = /[%&\\]/.test(json) ? readEscapes(json).plain : json;
    return text.toLowerCase().includes(value.toLowerCase());
  }

  /** True when the text names the person, and not only by a field that the protocol calls alike. */
  private standsBeside(json: string): boolean {
    if (this.redact(json) === json) return false;
    const text = withoutFields(json);
    return this.redact(text) !== text;
  }
}

function readLine(line: string): JsonObject {
  return readObject(parseJson(line)) ?? {};
}
