import { Injectable } from '@nestjs/common';
import { MembershipStore } from '#product/projects/members';
import { storedKeys } from '#product/recording/issues';
import type { StoredKey } from '#product/recording/issues';
import {
  findSearchKey,
  findTypingPlace,
  otherKeys,
  printLiteral,
  searchKeys,
  searchLimits,
} from '#shared';
import { can, projectRoles } from '#product/people/accounts/rules';
import type { KeyOfSearch, SearchKey, TypingPlace } from '#shared';
import type { Access } from '../../../people/accounts/index.ts';
import { ProjectsService } from '../../../projects/projects/index.ts';
import type { CompletionQuery } from './completion-query.pipe.ts';
import type { CompletionOption, Completions } from './completions.dto.ts';
import { KnownValues } from './known-values.ts';

type ProjectIds = 'all' | readonly number[];

interface Value {
  readonly value: string;
  readonly words?: string;
  readonly issues?: number;
  readonly isUnquoted?: boolean;
}

const MOST_PEOPLE = 1000;

@Injectable()
export class CompletionsService {
  constructor(
    private readonly known: KnownValues,
    private readonly projects: ProjectsService,
    private readonly memberships: MembershipStore,
  ) {}

  async list(
    { query, at, projects: slugs }: CompletionQuery,
    access: Access,
  ): Promise<Completions> {
    const place = findTypingPlace(query, at);
    if (!place) return { at, end: at, options: [] };
    const projects = await this.findProjects(access, slugs);
    const options =
      place.key === undefined
        ? await this.listKeys(place.typed, projects)
        : await this.listValues(place, access, projects);
    return { at: place.at, end: place.end, options };
  }

  private async listValues(
    { key = '', typed, comparison, isInList }: TypingPlace,
    access: Access,
    projects: ProjectIds,
  ): Promise<CompletionOption[]> {
    const known = findSearchKey(key);
    const values = known
      ? await this.findValues(known, { comparison, typed, access, projects })
      : await this.known.listTagValues(key, projects, typed);
    // No space follows inside brackets, because another value may follow there.
    const after = isInList ? '' : ' ';
    return pick<Value>(values, typed, ({ value, words = '' }) => [value, words]).map(
      ({ value, isUnquoted = false, ...rest }) => ({
        text: `${isUnquoted ? value : printLiteral(value)}${after}`,
        value: isUnquoted ? undefined : value,
        ...rest,
      }),
    );
  }

  private async findValues(
    key: SearchKey,
    {
      comparison,
      typed,
      access,
      projects,
    }: Pick<TypingPlace, 'comparison' | 'typed'> & {
      readonly access: Access;
      readonly projects: ProjectIds;
    },
  ): Promise<readonly Value[]> {
    const entry: KeyOfSearch = searchKeys[key];
    if (key === 'assigned') return this.listPeople(access, projects);
    if (key === 'project') {
      const readable = await this.projects.list(projects);
      return readable.map(({ slug, name }) => ({ value: slug, words: name }));
    }
    if (entry.kind === 'time' || entry.kind === 'count') return listExamples(entry, comparison);
    const stored = isStored(key) ? await this.known.list(key, projects, typed) : [];
    if (key === 'release' && comparison === '' && stored.length > 0) {
      const words = 'the newest of each project';
      return [{ value: 'latest', words, isUnquoted: true }, ...stored];
    }
    if (!entry.values) return stored;
    const counts = new Map(stored.map(({ value, issues = 0 }) => [value, issues]));
    return entry.values.map((value) => ({
      value,
      issues: counts.has(value) ? counts.get(value)! : undefined,
    }));
  }

  /**
   * Lists search keys, then tags whose names can be typed like a search key. Tags are listed only
   * once a letter is typed.
   */
  private async listKeys(typed: string, projects: ProjectIds): Promise<CompletionOption[]> {
    const known: readonly (readonly [name: string, words: string])[] = [
      ...Object.entries<KeyOfSearch>(searchKeys)
        .filter(([, { isOfLogs }]) => !isOfLogs)
        .map(([name, { words }]) => [name, words] as const),
      ...Object.entries(otherKeys).map(([name, key]) => [name, `the same as ${key}`] as const),
    ];
    const keys = known
      .filter(([name]) => startsWith(name, typed))
      .map(([name, words]) => ({ text: `${name}:`, words }));
    if (typed === '' || keys.length >= searchLimits.completions) {
      return keys.slice(0, searchLimits.completions);
    }
    const tags = await this.known.listTags(projects);
    const found = tags.filter(({ value }) => startsWith(value, typed) && isTypedTag(value));
    return [...keys, ...found.map(({ value }) => ({ text: `${value}:`, words: 'tag' }))].slice(
      0,
      searchLimits.completions,
    );
  }

  /** Mail addresses are offered only to people who may assign issues. */
  private async listPeople(access: Access, projects: ProjectIds): Promise<Value[]> {
    const roles = projectRoles.filter((role) => can(role, 'issues.triage'));
    const among = narrow(projects, access.listProjects('issues.triage'));
    const [people, stored] = await Promise.all([
      among.length > 0 ? this.memberships.listActive(among, { roles, limit: MOST_PEOPLE }) : [],
      this.known.list('assigned', projects),
    ]);
    const counts = new Map(stored.map(({ value, issues }) => [value, issues]));
    const countOf = (id: number | undefined): Pick<Value, 'issues'> => {
      const issues = counts.get(String(id));
      return issues === undefined ? {} : { issues };
    };
    return [
      ...(access.user ? [{ value: 'me', isUnquoted: true, ...countOf(access.user.id) }] : []),
      { value: 'none', words: 'nobody', isUnquoted: true },
      ...people.map(({ id, email, name }) => ({
        value: email,
        words: name,
        ...countOf(id),
      })),
    ];
  }

  private async findProjects(
    access: Access,
    slugs: readonly string[] | undefined,
  ): Promise<ProjectIds> {
    const readable = access.listProjects('issues.read');
    if (!slugs) return readable;
    const projects = await this.projects.list(readable);
    return projects.filter(({ slug }) => slugs.includes(slug)).map(({ id }) => id);
  }
}

/** Search keys for numbers and times have too many values to list, so examples are offered. */
function listExamples({ examples }: KeyOfSearch, comparison: string): Value[] {
  return examples
    .filter((example) => example.startsWith(comparison))
    .map((example) => ({
      value: example.slice(comparison.length),
      words: 'for example',
      isUnquoted: true,
    }));
}

function narrow(one: ProjectIds, other: ProjectIds): ProjectIds {
  if (one === 'all') return other;
  return other === 'all' ? one : one.filter((id) => other.includes(id));
}

function isStored(key: SearchKey): key is StoredKey & SearchKey {
  return (storedKeys as readonly string[]).includes(key);
}

/** Returns false when the name is a search key, or has characters that end a word of a search. */
function isTypedTag(name: string): boolean {
  return findSearchKey(name) === undefined && /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(name);
}

function startsWith(text: string, typed: string): boolean {
  return text.toLowerCase().startsWith(typed.toLowerCase());
}

/**
 * Picks items that have a text with `typed` in it. Items that have a text beginning with `typed`
 * come first.
 */
function pick<T>(
  all: readonly T[],
  typed: string,
  toTexts: (each: T) => readonly string[],
): readonly T[] {
  const rank = (each: T): number => {
    const texts = toTexts(each);
    if (texts.some((text) => startsWith(text, typed))) return 0;
    return texts.some((text) => text.toLowerCase().includes(typed.toLowerCase())) ? 1 : 2;
  };
  return all
    .map((each) => ({ each, rank: rank(each) }))
    .filter((each) => each.rank < 2)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, searchLimits.completions)
    .map(({ each }) => each);
}
