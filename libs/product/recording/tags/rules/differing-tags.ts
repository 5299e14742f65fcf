/**
 * Finds tags by which an issue's events differ from the other events of its project. An issue whose
 * cause is one value of a tag has that value more often than the project has.
 */

/** Shares of fewer events say little. Applies to the issue and to the rest of its project. */
export const LEAST_EVENTS = 20;
/** Fewer other issues do not show whether a tag follows from the place in the code. */
const LEAST_ISSUES = 4;
const MOST_CHANCE = 0.01;
/** A median of other issues is compared as well known. This strength has a chance of 1 in 10,000. */
const MEDIAN_TRIALS = 20;
const LEAST_STRENGTH = 15;
/** Bounds what is read for a page. SDKs send some 20 tags. */
const MOST_COMPARED = 100;
/** A smaller difference may be certain, but helps nobody. */
const LEAST_POINTS = 0.1;
const LEAST_RATIO = 1.5;
/** Two tags whose shares are this close, in the issue and in the project, say the same. */
const SAME_POINTS = 0.05;

/**
 * Tags that follow from the place in the code, so that each issue has its own value. The release
 * has a sentence of its own, and users are counted beside it.
 */
const SAID_OTHERWISE: ReadonlySet<string> = new Set([
  'dist',
  'handled',
  'level',
  'logger',
  'mechanism',
  'platform',
  'release',
  'runtime.name',
  'sdk.name',
  'transaction',
  'url',
  'user.email',
  'user.id',
  'user.username',
]);
const USER_TAGS: ReadonlySet<string> = new Set(['user.email', 'user.id', 'user.username']);
/** Contexts whose tags with a dot repeat a part of the one without. */
const CONTEXTS = /^(?<context>browser|os|client_os|runtime|device)(?:\.|$)/;

/** Tags about where the code ran, which are told although too few other issues have them. */
const NEVER_OF_PLACE = /^(?:environment|server_name|(?:browser|os|client_os|device)(?:\..*)?)$/;

/** How often an issue has a tag, as `TagDistribution` says. */
interface CountedTag {
  readonly name: string;
  readonly events: number;
  readonly valueCount: number;
  readonly values: readonly {
    readonly value: string;
    readonly events: number;
  }[];
  readonly others: number;
}

export interface IssueTags {
  readonly tags: readonly CountedTag[];
  /** Users of the issue. Matters where users have no tag. */
  readonly users: number;
}

export interface ComparedTag {
  readonly name: string;
  readonly value: string;
}

/** Events of the whole project with a tag's name, those of the issue included. */
export interface NameCounts {
  readonly events: number;
  /** The empty value stands for values that some issue does not count one by one. */
  readonly values: ReadonlyMap<string, number>;
}

export interface DifferingTag {
  readonly name: string;
  readonly value: string;
  /** Shares among the events that have the name at all, from 0 to 1. */
  readonly share: number;
  readonly projectShare: number;
  /** Independent events that have the name. */
  readonly trials: number;
  /** Grows with the number of events and with the difference. */
  readonly strength: number;
}

/** Lists the most frequent values. A rare one could not differ enough. */
export function listCompared({ tags }: IssueTags): readonly ComparedTag[] {
  return tags
    .filter(isCompared)
    .flatMap((tag) => listFrequent(tag).map((value) => ({ ...value, name: tag.name })))
    .toSorted((one, other) => other.events - one.events)
    .slice(0, MOST_COMPARED)
    .map(({ name, value }) => ({ name, value }));
}

/** Returns the values that the issue has more often than chance explains, the strongest first. */
export function findDiffering(
  issue: IssueTags,
  project: ReadonlyMap<string, NameCounts>,
): readonly DifferingTag[] {
  const compared = issue.tags.filter(isCompared);
  // Rare values were looked at as well, and chance could have made each of them frequent.
  const comparisons = compared.reduce((sum, { values }) => sum + values.length, 0);
  const weight = weighEvents(issue);
  return compared
    .flatMap((tag) => {
      const counts = project.get(tag.name);
      return listFrequent(tag).flatMap((value) =>
        counts?.values.has(value.value) ? compare(tag, value, counts) : [],
      );
    })
    .map((tag) => ({ ...tag, trials: weight * tag.trials, strength: weight * tag.strength }))
    .filter(
      ({ share, projectShare, strength }) =>
        isWorthTelling(share, projectShare) && toChance(strength) * comparisons < MOST_CHANCE,
    )
    .toSorted((one, other) => other.strength - one.strength);
}

function isCompared({ name, events }: CountedTag): boolean {
  return events >= LEAST_EVENTS && !SAID_OTHERWISE.has(name);
}

function listFrequent({ events, values }: CountedTag): CountedTag['values'] {
  return values.filter((value) => value.events >= events * LEAST_POINTS);
}

/** Takes the issue's own events out. A value may also be among those that are not counted by name. */
function compare(
  { name, events: all, others: unnamed }: CountedTag,
  { value, events }: CountedTag['values'][number],
  project: NameCounts,
): DifferingTag {
  const others = Math.max(project.events - all, 0);
  const otherUnnamed = Math.max((project.values.get('') ?? 0) - unnamed, 0);
  const named = Math.max((project.values.get(value) ?? 0) - events, 0);
  const having = Math.min(named + otherUnnamed, others);
  const isEnough = others >= LEAST_EVENTS;
  return {
    name,
    value,
    share: events / all,
    projectShare: isEnough ? having / others : 1,
    trials: all,
    strength: isEnough ? compareShares([events, all], [having, others]) : 0,
  };
}

/** How another issue of the project has a tag. */
export interface IssueSample {
  /** Share of its events that have the value. */
  readonly share: number;
  /** Id of its only value of the name. Absent when it has several. */
  readonly onlyTagId?: number;
}

/**
 * True when the issue stands out among other issues, too. One issue with very many events would
 * otherwise make all others differ from the project.
 */
export function isOutstanding(tag: DifferingTag, others: readonly IssueSample[]): boolean {
  const isNearlyAll = tag.share >= 1 - SAME_POINTS;
  if (others.length < LEAST_ISSUES) return !isNearlyAll || NEVER_OF_PLACE.test(tag.name);
  const shares = others.map(({ share }) => share).toSorted((one, other) => one - other);
  const median = shares[Math.floor(shares.length / 2)]!;
  if (!isWorthTelling(tag.share, median)) return false;
  const { share, trials } = tag;
  const known = trials * MEDIAN_TRIALS;
  const strength = compareShares([share * trials, trials], [median * known, known]);
  if (strength < LEAST_STRENGTH) return false;
  return !isNearlyAll || !isOfPlace(others);
}

/**
 * True when the tag says where in the code an event occurred, such as `component`: most issues have
 * a single value, and not mostly the same one.
 */
function isOfPlace(others: readonly IssueSample[]): boolean {
  const single = others.flatMap(({ onlyTagId }) => onlyTagId ?? []);
  const commonest = Math.max(...single.map((id) => single.filter((each) => each === id).length));
  return single.length * 2 >= others.length && commonest * 2 <= single.length;
}

function isWorthTelling(share: number, otherShare: number): boolean {
  return share - otherShare >= LEAST_POINTS && share >= otherShare * LEAST_RATIO;
}

/**
 * Returns how many independent events one event stands for, at most 1. A user's events share the
 * user's device, so a hundred events of one user show as much as one event (Kish 1965).
 */
function weighEvents({ tags, users }: IssueTags): number {
  const all = Math.max(...tags.map(({ events }) => events));
  const [tag] = tags
    .filter(({ name }) => USER_TAGS.has(name))
    .toSorted((one, other) => other.events - one.events);
  if (!tag) return users > 0 ? Math.min(users / all, 1) : 1;
  const known = tag.values.reduce((sum, { events }) => sum + events, 0);
  const rest = tag.events - known - tag.others;
  const squares = tag.values.reduce((sum, { events }) => sum + events ** 2, 0);
  // Each further user has at least one event and at most as many as the last of the known ones.
  const mean = rest / Math.max(tag.valueCount - tag.values.length, 1);
  const restSquares = rest * Math.sqrt(mean * (tag.values.at(-1)?.events ?? 1));
  // Others have at least one event each, and no user tag means at least no known user.
  return all / (squares + restSquares + tag.others + all - tag.events);
}

type Share = readonly [having: number, all: number];

/** Returns the statistic of a likelihood-ratio test (G), which is about χ² with one degree. */
function compareShares([a, n]: Share, [b, m]: Share): number {
  const share = (a + b) / (n + m);
  const term = (seen: number, expected: number) =>
    seen === 0 ? 0 : seen * Math.log(seen / expected);
  return (
    2 *
    (term(a, n * share) +
      term(n - a, n * (1 - share)) +
      term(b, m * share) +
      term(m - b, m * (1 - share)))
  );
}

/** Returns an upper bound of the chance of such a statistic without any cause (Mills' ratio). */
function toChance(statistic: number): number {
  return Math.sqrt(2 / (Math.PI * statistic)) * Math.exp(-statistic / 2);
}

/** True when one of the told tags says the same. */
export function isRepeated(tag: DifferingTag, told: readonly DifferingTag[]): boolean {
  return told.some((other) => isSame(other, tag));
}

function isSame(one: DifferingTag, other: DifferingTag): boolean {
  if (one.name !== other.name && toContext(one.name) === toContext(other.name)) return true;
  return (
    Math.abs(one.share - other.share) <= SAME_POINTS &&
    Math.abs(one.projectShare - other.projectShare) <= SAME_POINTS
  );
}

function toContext(name: string): string {
  return CONTEXTS.exec(name)?.groups?.['context'] ?? name;
}
