import { erasureLimits, parseJson, type PersonName } from '#shared';
import { readObject } from '../json/shape.ts';
import { toUserHash } from '../reading/user-hash.ts';
import { readStoredEvent, writeStoredEvent } from '../storing/stored-event.ts';
import { eraseEvent } from './erase-event.ts';
import { eraseLog, type LogTexts } from './erase-log.ts';
import { ERASED, matchName, type NameMatcher } from './name-matcher.ts';

/**
 * Events without a stored payload keep only the first 40 bytes of a user's name, cut between
 * characters. A character has at most 4 bytes, so a cut name has at least 37.
 */
const MIN_CUT_BYTES = 37;

export class Person {
  readonly mark = ERASED;
  private readonly matcher: NameMatcher;

  private readonly others: readonly NameMatcher[];

  /** `others` are names that events told of the person. They count in logs alone. */
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

  redact(text: string): string {
    return this.matcher.redact(text);
  }

  /**
   * Returns the stored event without the person, or undefined when the event does not name them.
   * Throws when `json` is not a stored event.
   */
  eraseEvent({ json }: { readonly json: string }) {
    const erased = eraseEvent(this.matcher, readStoredEvent(json));
    if (!erased) return undefined;
    const { stored, names, ...rest } = erased;
    // Many people may share a network address, so it tells no names.
    const isOther = ({ value }: PersonName): boolean =>
      this.name.kind !== 'address' && value.length <= erasureLimits.nameLength && !this.is(value);
    const others = names.filter(isOther);
    const left = writeStoredEvent(stored.meta, JSON.stringify(stored.event));
    return { ...rest, others, json: left };
  }

  /** Returns a copy without the person, or undefined when the log does not name them. */
  eraseLog<Texts extends LogTexts>(log: Texts): Texts | undefined {
    return eraseLog(log, this.matcher, this.others);
  }

  /**
   * True when any line of the report names the person. A line is JSON or part of an attached file.
   */
  isNamedIn(report: string): boolean {
    return report.split('\n').some((line) => this.isNamedInLine(line));
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

  private isNamedInLine(line: string): boolean {
    const event = line.startsWith('{') ? readLine(line) : undefined;
    if (!event) return this.redact(line) !== line;
    const meta = { source: 'event' as const, eventId: '', projectId: 0, receivedAtMs: 0 };
    return eraseEvent(this.matcher, { meta, event }) !== undefined;
  }
}

function readLine(line: string) {
  try {
    return readObject(parseJson(line));
  } catch {
    return undefined;
  }
}
