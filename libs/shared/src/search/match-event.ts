import type { EventLevel } from '../event.ts';
import { toCurrentState } from '../issues/issue-state.ts';
import type { IssueState } from '../issues/issue-state.ts';
import { newForMs } from '../limits/issue-limits.ts';
import { isCounted } from './compares.ts';
import {
  isWhole,
  matchesLower,
  toLowerAscii,
  toLowerPattern,
  toPartPattern,
  toShortType,
} from './match-pattern.ts';
import { matchesRelease } from './match-release.ts';
import type { KeyCondition, Search, SearchTerm } from './search.ts';
import { userTags, versionedTags } from './search-keys.ts';
import type { SearchKey } from './search-keys.ts';
import { toTimeRange } from './search-time.ts';
import type { Pattern } from './value-kinds.ts';
import { toAskedWords, toSearchWords, toWholeWords } from './search-words.ts';

export interface SearchedEvent {
  readonly level: EventLevel;
  /**
   * `type`, `message` and `place` are the title that an issue has when this is its newest event.
   */
  readonly type: string;
  readonly message: string;
  readonly place: string;
  /**
   * Tags that the SDK sent, and tags made from other fields of the event: release, environment,
   * `user.id`, url and others.
   */
  readonly tags: ReadonlyMap<string, string>;
  /** Time of a log. Absent for events. */
  readonly atMs?: number;
  /** Absent when the event has no issue yet. No condition on an issue matches in that case. */
  readonly issue?: SearchedIssue;
}

/** Facts about the issue. Its counts include this event. */
export interface SearchedIssue {
  readonly state: IssueState;
  /** Normalised email address of the assignee. Absent when nobody is assigned. */
  readonly assignee?: string;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly firstRelease?: string;
  readonly events: number;
  readonly users: number;
}

export interface MatchFacts {
  readonly nowMs: number;
  /** Normalised email address that `me` means. */
  readonly self?: string;
  /**
   * Time at which the project first saw each release. Needed when versions do not show which
   * release is newer.
   */
  readonly releasesFirstSeenMs?: ReadonlyMap<string, number>;
  /** The project's newest release. Needed when a term asks for it (`asksForLatest`). */
  readonly latestRelease?: string | undefined;
}

type ConditionOf<Kind> = Extract<KeyCondition, { kind: Kind }>;

/**
 * Returns true when the event matches the search. Never throws. A negated term matches exactly when
 * the term itself does not.
 */
export function matchesEvent(search: Search, event: SearchedEvent, facts: MatchFacts): boolean {
  return search.every((term) => holds(term, event, facts) !== term.isNegated);
}

function holds(term: SearchTerm, event: SearchedEvent, facts: MatchFacts): boolean {
  switch (term.kind) {
    case 'text':
      return hasWords(term, event);
    case 'tag':
      return hasTag(term, event);
    case 'choice':
      return holdsChoice(term, event, facts);
    case 'person':
      return isAssigned(term, event, facts);
    case 'time':
      return isWithin(term, event, facts);
    case 'count':
      return hasCount(term, event);
    case 'name':
      return hasName(term, event);
    case 'part':
      return isAny(toText(term.key, event), event, term);
    case 'release': {
      const { releasesFirstSeenMs: firstSeenMs, latestRelease: latest } = facts;
      const release = event.tags.get('release');
      if (release === undefined) return false;
      const known = { firstSeenMs, latest };
      return term.values.some((value) => matchesRelease(release, value, known));
    }
    default:
      return term.values.some((name) => hasValue(name, event));
  }
}

function hasTag(term: Extract<SearchTerm, { kind: 'tag' }>, event: SearchedEvent): boolean {
  const { kind, key, values, isExplicit } = term;
  if (isAny(event.tags.get(key), event, term)) return true;
  const names = !isExplicit && versionedTags.has(key) ? values.filter(isWhole) : [];
  return isAny(event.tags.get(`${key}.name`), event, { kind, values: names });
}

function hasName(term: ConditionOf<'name'>, event: SearchedEvent): boolean {
  const { key } = term;
  if (key === 'user') return userTags.some((tag) => isAny(event.tags.get(tag), event, term));
  const isShort = key === 'type' && isAny(toShortType(event.type), event, term);
  return isShort || isAny(toText(key, event), event, term);
}

/** Texts in lower case. Each term and each rule asks for the same ones. */
const lowered = new WeakMap<SearchedEvent, Map<string, string>>();

function isAny(
  text: string | undefined,
  event: SearchedEvent,
  { kind, values }: { kind: SearchTerm['kind']; values: readonly Pattern[] },
): boolean {
  if (text === undefined) return false;
  const texts = lowered.get(event) ?? new Map<string, string>();
  const lower = texts.get(text) ?? toLowerAscii(text);
  lowered.set(event, texts.set(text, lower));
  const patterns = values.map(toLowerPattern);
  return patterns.some((each) => matchesLower(lower, kind === 'part' ? toPartPattern(each) : each));
}

function hasWords({ text, isOpen }: { text: string; isOpen: boolean }, event: SearchedEvent) {
  const words = listWords(event);
  const hasAll = (asked: readonly string[]) =>
    asked.every((word, index) =>
      isOpen && index === asked.length - 1
        ? [...words].some((each) => each.startsWith(word))
        : words.has(word),
    );
  return hasAll(toAskedWords(text)) || (isOpen && hasAll(toWholeWords(text)));
}

/** Each term of a search asks for the words of the event. */
const known = new WeakMap<SearchedEvent, ReadonlySet<string>>();

function listWords(event: SearchedEvent): ReadonlySet<string> {
  let words = known.get(event);
  if (!words) {
    words = new Set(toSearchWords([event.type, event.place, event.message].join('\n')));
    known.set(event, words);
  }
  return words;
}

function holdsChoice(
  { key, values }: ConditionOf<'choice'>,
  { level, issue, tags }: SearchedEvent,
  { nowMs }: MatchFacts,
): boolean {
  if (key === 'level') return values.includes(level);
  if (key !== 'is') return values.includes(tags.get(key) ?? '');
  if (!issue) return false;
  const { status, kind } = toCurrentState(issue.state, nowMs);
  const isOld = nowMs - issue.firstSeenMs >= newForMs;
  return values.includes(status) || (values.includes(kind) && !(kind === 'new' && isOld));
}

function isAssigned(
  { values }: ConditionOf<'person'>,
  { issue }: SearchedEvent,
  { self }: MatchFacts,
): boolean {
  if (!issue) return false;
  const { assignee } = issue;
  if (assignee === undefined) return values.includes('none');
  return values.includes(assignee) || (assignee === self && values.includes('me'));
}

function isWithin(
  { key, values }: ConditionOf<'time'>,
  event: SearchedEvent,
  { nowMs }: MatchFacts,
): boolean {
  const timeMs = toTime(key, event);
  if (timeMs === undefined) return false;
  return values.some((value) => {
    const { fromMs = -Infinity, beforeMs = Infinity } = toTimeRange(value, nowMs);
    return timeMs >= fromMs && timeMs < beforeMs;
  });
}

function toTime(key: SearchKey, { atMs, issue }: SearchedEvent): number | undefined {
  if (key === 'timestamp') return atMs;
  return key === 'firstSeen' ? issue?.firstSeenMs : issue?.lastSeenMs;
}

function hasCount({ key, values }: ConditionOf<'count'>, { issue }: SearchedEvent): boolean {
  if (!issue) return false;
  const count = key === 'users' ? issue.users : issue.events;
  return values.some((value) => isCounted(count, value));
}

function toText(key: SearchKey, event: SearchedEvent): string | undefined {
  if (key === 'firstRelease') return event.issue?.firstRelease;
  return key === 'type' || key === 'message' || key === 'place' ? event[key] : event.tags.get(key);
}

const HAS: Readonly<Record<string, (event: SearchedEvent) => boolean>> = {
  level: () => true,
  type: ({ type }) => type !== '',
  message: ({ message }) => message !== '',
  place: ({ place }) => place !== '',
  assigned: ({ issue }) => issue?.assignee !== undefined,
  users: ({ issue }) => issue !== undefined && issue.users > 0,
  user: ({ tags }) => userTags.some((tag) => tags.has(tag)),
  is: ({ issue }) => issue !== undefined,
  firstRelease: ({ issue }) => issue?.firstRelease !== undefined,
  timestamp: ({ atMs, tags }) => atMs !== undefined || tags.has('timestamp'),
  firstSeen: ({ issue }) => issue !== undefined,
  lastSeen: ({ issue }) => issue !== undefined,
  timesSeen: ({ issue }) => issue !== undefined,
};

function hasValue(name: string, event: SearchedEvent): boolean {
  const has = Object.hasOwn(HAS, name) ? HAS[name] : undefined;
  return has ? has(event) : event.tags.has(name);
}
