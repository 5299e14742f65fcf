import type { EventLevel } from '../event.ts';
import { toCurrentState } from '../issues/issue-state.ts';
import type { IssueState } from '../issues/issue-state.ts';
import { newForMs } from '../limits/issue-limits.ts';
import { isCounted } from './compares.ts';
import { containsPattern, isWhole, matchesPattern, toShortType } from './match-pattern.ts';
import { matchesRelease } from './match-release.ts';
import type { KeyCondition, Search, SearchTerm } from './search.ts';
import { userTags, versionedTags } from './search-keys.ts';
import type { SearchKey } from './search-keys.ts';
import { toTimeRange } from './search-time.ts';
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
      return isAny(toText(term.key, event), term.values, containsPattern);
    case 'release': {
      const { releasesFirstSeenMs: firstSeenMs, latestRelease: latest } = facts;
      return isAny(event.tags.get('release'), term.values, (release, value) =>
        matchesRelease(release, value, { ...(firstSeenMs ? { firstSeenMs } : {}), latest }),
      );
    }
    default:
      return term.values.some((name) => hasValue(name, event));
  }
}

function hasTag(
  { key, values, isExplicit }: Extract<SearchTerm, { kind: 'tag' }>,
  { tags }: SearchedEvent,
): boolean {
  if (isAny(tags.get(key), values, matchesPattern)) return true;
  const names = !isExplicit && versionedTags.has(key) ? values.filter(isWhole) : [];
  return isAny(tags.get(`${key}.name`), names, matchesPattern);
}

function hasName({ key, values }: ConditionOf<'name'>, event: SearchedEvent): boolean {
  if (key === 'user') {
    return userTags.some((tag) => isAny(event.tags.get(tag), values, matchesPattern));
  }
  const isShort = key === 'type' && isAny(toShortType(event.type), values, matchesPattern);
  return isShort || isAny(toText(key, event), values, matchesPattern);
}

function isAny<T>(
  text: string | undefined,
  values: readonly T[],
  matches: (text: string, value: T) => boolean,
): boolean {
  return text !== undefined && values.some((value) => matches(text, value));
}

function hasWords({ text, isOpen }: { text: string; isOpen: boolean }, event: SearchedEvent) {
  const words = new Set(toSearchWords([event.type, event.place, event.message].join('\n')));
  const hasAll = (asked: readonly string[]) =>
    asked.every((word, index) =>
      isOpen && index === asked.length - 1
        ? [...words].some((each) => each.startsWith(word))
        : words.has(word),
    );
  return hasAll(toAskedWords(text)) || (isOpen && hasAll(toWholeWords(text)));
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
