import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  issueLimits,
  isWhole,
  searchLimits,
  toAskedWords,
  toLowerAscii,
  toPartPattern,
  toTimeRange,
  toWholeWords,
  userTags,
  versionedTags,
} from '#shared';
import type { SearchTerm, Search, Pattern, TimeRange } from '#shared';
import type { DatabaseKind } from '#persistence/stores';
import { toLike, selectByWords } from '#persistence/stores';
import { whereCountedNamed, whereHasCounted, listCountedTerms } from '#product/recording/counts';
import type { CountFilter } from '#product/recording/counts';
import { whereNamed, whereTagged } from '#product/recording/tags';

export interface SearchFacts {
  readonly kind: DatabaseKind;
  readonly nowMs: number;
  readonly selfId: number | undefined;
  readonly counts?: CountFilter | undefined;
}

type Where = RawBuilder<unknown>;

/**
 * Returns a condition that is true of a row of `issues` that the search matches. The condition is
 * never null, so that it can be negated.
 */
export function whereSearch(search: Search, facts: SearchFacts): Where {
  const counted: readonly SearchTerm[] = listCountedTerms(search);
  const texts = search.filter(isTogether);
  const limit = shareValues(search);
  const terms = search
    .filter((term): term is UncountedTerm => !counted.includes(term) && !isTogether(term))
    .map((term) => {
      const holds = whereTerm(term, facts, limit);
      return term.isNegated ? sql`not (${holds})` : sql`(${holds})`;
    });
  if (texts.length > 0) terms.push(whereTexts(texts, facts.kind));
  if (facts.counts) terms.push(whereHasCounted(facts.kind, facts.counts));
  return terms.length === 0 ? sql`1 = 1` : sql.join(terms, sql` and `);
}

/** All patterns with `*` share the values of tags that a search may try. */
function shareValues(search: Search): RawBuilder<number> {
  const values = search.flatMap<unknown>((term) => ('values' in term ? term.values : []));
  const patterns = values.filter((value) => Array.isArray(value) && value.length > 1);
  return sql.lit(Math.ceil(searchLimits.tagValuesSearched / Math.max(1, patterns.length)));
}

type TextTerm = Extract<SearchTerm, { kind: 'text' }>;

function isTogether(term: SearchTerm): term is TextTerm {
  return term.kind === 'text' && !term.isNegated;
}

/**
 * Terms about releases and environments are asked together, because one event must match all of
 * them.
 */
type UncountedTerm = Exclude<SearchTerm, { kind: 'release' }>;

function whereTerm(term: UncountedTerm, facts: SearchFacts, limit: RawBuilder<number>): Where {
  const { kind, nowMs } = facts;
  switch (term.kind) {
    case 'text':
      return whereTexts([term], kind);
    case 'tag':
      return whereTag(term, limit);
    case 'choice':
      return whereChoice(term, facts);
    case 'person':
      return anyOf(term.values, (value) => whereAssigned(value, facts));
    case 'time':
      return anyOf(term.values, (value) => isWithin(columnOf(term.key), toTimeRange(value, nowMs)));
    case 'count':
      return anyOf(term.values, ({ is, to, upTo }) => {
        const last = upTo === undefined ? sql`` : sql` and ${columnOf(term.key)} <= ${upTo}`;
        return sql`${columnOf(term.key)} ${sql.raw(is)} ${to}${last}`;
      });
    case 'has':
      return anyOf(term.values, whereHas);
    default: {
      const { key, values } = term;
      if (key === 'user') return anyOf(userTags, (tag) => whereTagged(tag, values, limit));
      const patterns = term.kind === 'part' ? values.map(toPartPattern) : values;
      if (COLUMNS[key] === undefined) return whereTagged(key, patterns, limit);
      const column = columnOf(key);
      if (key === 'type') return whereType(column, patterns, kind);
      return anyOf(patterns, (pattern) => isLike(column, pattern, kind));
    }
  }
}

/** Looks up `iOS` for the tag `os` as a value of `os.name`, too, since `os` is `iOS 18.1`. */
function whereTag(
  { key, values, isExplicit }: Extract<SearchTerm, { kind: 'tag' }>,
  limit: RawBuilder<number>,
): Where {
  const names = !isExplicit && versionedTags.has(key) ? values.filter(isWhole) : [];
  const isTagged = whereTagged(key, values, limit);
  return names.length === 0 ? isTagged : sql`${isTagged} or ${whereTagged(`${key}.name`, names)}`;
}

/**
 * All texts must match, so their words are looked up together. An unfinished text may also be the
 * beginning of a word that is written in one case: `NewA` finds `newaccount`.
 */
function whereTexts(texts: readonly TextTerm[], kind: DatabaseKind): Where {
  const select = (toWords: (text: string) => string[]): Where | undefined => {
    const words = new Set<string>();
    const beginnings = new Set<string>();
    for (const { text, isOpen } of texts) {
      const asked = isOpen ? toWords(text) : toAskedWords(text);
      if (isOpen) beginnings.add(asked.pop()!);
      for (const word of asked) words.add(word);
    }
    // No issue has more than `wordsKept` words, so a search with more words matches no issue.
    if (words.size > searchLimits.wordsKept) return undefined;
    return selectByWords(kind, 'issue_words', { words, beginnings });
  };
  const parts = select(toAskedWords);
  if (!parts) return sql`1 = 0`;
  const isSame = texts.every(({ text, isOpen }) => !isOpen || !hasParts(text));
  const wholes = isSame ? undefined : select(toWholeWords);
  if (!wholes) return sql`issues.id in ${parts}`;
  return sql`issues.id in (select * from ${parts} as a union select * from ${wholes} as b)`;
}

function hasParts(text: string): boolean {
  return toAskedWords(text).length > toWholeWords(text).length;
}

function whereChoice(
  { key, values }: Extract<SearchTerm, { kind: 'choice' }>,
  { nowMs }: SearchFacts,
): Where {
  if (key === 'is') return anyOf(values, (value) => whereState(value, nowMs));
  if (key === 'level') return sql`issues.level in (${sql.join(values)})`;
  return whereTagged(
    key,
    values.map((value) => [value]),
  );
}

/**
 * Whether an issue has a value for a search key. Search keys that are missing here are names of
 * tags.
 */
const HAS: Readonly<Record<string, Where>> = {
  is: sql`1 = 1`,
  project: sql`1 = 1`,
  level: sql`1 = 1`,
  type: sql`issues.type <> ''`,
  message: sql`issues.value <> ''`,
  place: sql`issues.place <> ''`,
  assigned: sql`issues.assignee_id is not null`,
  firstSeen: sql`1 = 1`,
  lastSeen: sql`1 = 1`,
  timesSeen: sql`1 = 1`,
  users: sql`issues.users > 0`,
  user: anyOf(userTags, whereNamed),
  release: whereCountedNamed('release_id'),
  firstRelease: sql`issues.first_release is not null`,
  environment: whereCountedNamed('environment_id'),
};

function whereHas(name: string): Where {
  return Object.hasOwn(HAS, name) ? HAS[name]! : whereNamed(name);
}

const COLUMNS: Partial<Record<IssueKey, Where>> = {
  project: sql`(select projects.slug from projects where projects.id = issues.project_id)`,
  type: sql`issues.type`,
  message: sql`issues.value`,
  place: sql`issues.place`,
  firstRelease: sql`coalesce(issues.first_release, '')`,
  firstSeen: sql`issues.first_seen_at`,
  lastSeen: sql`issues.last_seen_at`,
  timesSeen: sql`issues.events`,
  users: sql`issues.users`,
};

type IssueKey = Exclude<SearchTerm, { kind: 'text' | 'tag' }>['key'];

function columnOf(key: IssueKey): Where {
  const column = COLUMNS[key];
  if (column === undefined) throw new TypeError(`Issues have no column of ${key}.`);
  return column;
}

function anyOf<T>(values: readonly T[], toWhere: (value: T) => Where): Where {
  return sql.join(
    values.map((value) => sql`(${toWhere(value)})`),
    sql` or `,
  );
}

function isWithin(column: Where, { fromMs, beforeMs }: TimeRange): Where {
  const bounds = [
    ...(fromMs === undefined ? [] : [sql`${column} >= ${fromMs}`]),
    ...(beforeMs === undefined ? [] : [sql`${column} < ${beforeMs}`]),
  ];
  return sql.join(bounds, sql` and `);
}

/**
 * Agrees with `toCurrentState`: a mute whose time has passed is over, although its row still says
 * muted.
 */
function whereState(state: string, nowMs: number): Where {
  const isOver = sql`coalesce(issues.mute_until, ${nowMs + 1}) <= ${nowMs}`;
  switch (state) {
    case 'unresolved':
      return sql`issues.status = 'unresolved' or ${isOver}`;
    case 'muted':
      return sql`issues.status = 'muted' and not (${isOver})`;
    case 'new':
      return sql`(${whereKind('new', isOver)})
        and issues.first_seen_at > ${nowMs - issueLimits.newForMs}`;
    case 'regressed':
      return whereKind(state, isOver);
    default:
      return sql`issues.status = ${state}`;
  }
}

function whereKind(kind: 'new' | 'regressed', isOver: Where): Where {
  return sql`(issues.status = 'unresolved' and issues.status_kind = ${kind})
    or (${isOver} and coalesce(issues.mute_reopens_as, 'new') = ${kind})`;
}

function whereAssigned(who: string, { selfId }: SearchFacts): Where {
  if (who === 'none') return sql`issues.assignee_id is null`;
  // Null becomes 0, which is no user's id, so that the condition is never null.
  const assignee = sql`coalesce(issues.assignee_id, 0)`;
  if (who === 'me') return sql`${assignee} = ${selfId ?? -1}`;
  return sql`${assignee} in (select id from users where email_key = ${who})`;
}

/**
 * Matches the whole type or its short form. Like `toShortType`, the short form is the part after
 * the last `.`, `:` or `\`.
 */
function whereType(type: Where, patterns: readonly Pattern[], kind: DatabaseKind): Where {
  const letters = sql`replace(replace(replace(${type}, '.', ''), ':', ''), '\\', '')`;
  const short = sql`substr(${type}, length(rtrim(${type}, ${letters})) + 1)`;
  const isEither = (is: (text: Where) => Where) => sql`(${is(type)} or ${is(short)})`;
  const names = patterns.filter(({ length }) => length === 1).flat();
  if (names.length === patterns.length && names.length > 1) {
    const list = sql.join(names.map((name) => toLowerAscii(name)));
    return isEither((text) => sql`${toLower(text, kind)} in (${list})`);
  }
  // This cheaper condition rules out most types before the short form is computed.
  return anyOf(
    patterns,
    (pattern) => sql`${isLike(type, toPartPattern(pattern), kind)}
      and ${isEither((text) => isLike(text, pattern, kind))}`,
  );
}

/** Ignores the case of ASCII letters, and only of these, on both databases. */
function isLike(column: Where, pattern: Pattern, kind: DatabaseKind): Where {
  return sql`${toLower(column, kind)} like ${toLike(pattern)} escape '\\'`;
}

function toLower(text: Where, kind: DatabaseKind): Where {
  return kind === 'sqlite' ? sql`lower(${text})` : sql`lower(${text} collate "C")`;
}
