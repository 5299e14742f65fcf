import { parseJson, type PersonName } from '#shared';
import { readObject } from '../json/shape.ts';
import { toUserHash } from '../reading/user-hash.ts';
import { readStoredEvent, writeStoredEvent } from '../storing/stored-event.ts';
import { eraseEvent } from './erase-event.ts';
import { ERASED, matchName, type NameMatcher } from './name-matcher.ts';

/** Of stubs, whose names are cut to so many bytes. */
const CUT_FROM = 30;

/** Finds and erases somebody in what is stored. */
export class Person {
  readonly mark = ERASED;
  private readonly matcher: NameMatcher;

  constructor(private readonly name: PersonName) {
    this.matcher = matchName(name);
  }

  /** Whether a text is their name. */
  is(text: string): boolean {
    return this.matcher.is(text);
  }

  /** The same where a long name was cut. */
  isCut(text: string): boolean {
    return this.is(text) || (text.length >= CUT_FROM && this.name.value.startsWith(text));
  }

  /** A text without their name. */
  redact(text: string): string {
    return this.matcher.redact(text);
  }

  /** An event without them, as it is stored; undefined where it does not name them. Throws for what is no payload. */
  eraseEvent({ json }: { readonly json: string }) {
    const erased = eraseEvent(this.matcher, readStoredEvent(json));
    if (!erased) return undefined;
    const { stored, ...rest } = erased;
    return { ...rest, json: writeStoredEvent(stored.meta, JSON.stringify(stored.event)) };
  }

  /** Whether a report names them: its lines are JSON, or the bytes of files. */
  isNamedIn(report: string): boolean {
    return report.split('\n').some((line) => this.isNamedInLine(line));
  }

  /** What counts of users know them as, if by this name. */
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
