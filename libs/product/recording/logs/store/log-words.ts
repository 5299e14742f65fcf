import { hash } from 'node:crypto';
import type { Log, Search, SearchTerm } from '#shared';
import { toAskedWords, toLowerAscii, toSearchWords } from '#shared';
import { readNamed, toEventLevel } from '../rules/log-facts.ts';

/** Characters of a fact's hash. A collision costs a block that is read in vain. */
const FACT_LENGTH = 12;

/**
 * PostgreSQL takes up to 1 MiB for the words of a row. Logs of ordinary size need a tenth of this.
 * Beyond it, words and attributes are not found.
 */
const MOST_FACTS = 30_000;
const MOST_CHARACTERS = 120_000;

/** The words and facts that a block with a matching log has. */
export interface BlockWords {
  readonly words: readonly string[];
  readonly beginnings: readonly string[];
  /** A block has at least one of each group. */
  readonly groups: readonly (readonly string[])[];
}

/** Returns the words of the logs, and a hash of each of their facts, each once. */
export function listBlockWords(projectId: number, logs: readonly Log[]): string[] {
  const texts = new Set<string>();
  const facts = new Set<string>();
  const named = new Set<string>();
  for (const log of logs) {
    for (const word of toSearchWords(log.body)) texts.add(word);
    named.add(`level=${toEventLevel(log.level)}`);
    for (const name in log.attributes) facts.add(toFact(name, String(log.attributes[name])));
    for (const [name, value] of Object.entries(readNamed(log))) {
      if (value !== undefined) named.add(toFact(name, value));
    }
  }
  return [
    toProjectWord(projectId),
    ...new Set([...named, ...[...facts].slice(0, MOST_FACTS)].map(hashFact)),
    ...takeCharacters(texts, MOST_CHARACTERS),
  ];
}

function takeCharacters(words: Iterable<string>, most: number): string[] {
  const taken: string[] = [];
  let characters = 0;
  for (const word of words) {
    characters += word.length;
    if (characters > most) break;
    taken.push(word);
  }
  return taken;
}

export function toProjectWord(projectId: number): string {
  return `p0${projectId}p`;
}

export function toFactWord(name: string, value: string): string {
  return hashFact(toFact(name, value));
}

/** A search that only part of the terms narrow is narrowed by these; the logs decide. */
export function toBlockWords(search: Search, projectIds: readonly number[]): BlockWords {
  const terms = search.filter(({ isNegated }) => !isNegated);
  return {
    words: terms.flatMap((term) => (term.kind === 'text' ? listWords(term) : [])),
    beginnings: terms.flatMap((term) => (term.kind === 'text' ? listBeginnings(term) : [])),
    groups: [projectIds.map(toProjectWord), ...terms.map(listFacts)].filter(
      (group) => group.length > 0,
    ),
  };
}

type Text = Extract<SearchTerm, { kind: 'text' }>;

function listWords({ text, isOpen }: Text): readonly string[] {
  const words = toAskedWords(text);
  return isOpen ? words.slice(0, -1) : words;
}

function listBeginnings({ text, isOpen }: Text): readonly string[] {
  return isOpen ? toAskedWords(text).slice(-1) : [];
}

/** Returns nothing for a term that no fact decides, such as one with a `*`. */
function listFacts(term: SearchTerm): readonly string[] {
  if (term.kind === 'choice' && term.key === 'level') {
    return term.values.map((level) => hashFact(`level=${level}`));
  }
  const isOfFacts = term.kind === 'tag' || (term.kind === 'name' && FACT_KEYS.has(term.key));
  if (!isOfFacts) return [];
  const exact = term.values.filter((pattern) => pattern.length === 1);
  if (exact.length < term.values.length) return [];
  return exact.map(([value = '']) => toFactWord(term.key, value));
}

/** Keys of searches that logs have as attributes under the same name. */
const FACT_KEYS = new Set(['environment', 'user.id', 'user.email']);

function toFact(name: string, value: string): string {
  return `${name}=${toLowerAscii(value)}`;
}

function hashFact(fact: string): string {
  return `f0${hash('sha1', fact).slice(0, FACT_LENGTH)}`;
}
