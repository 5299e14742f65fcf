import { listNearest } from './nearest.ts';
import type { Search } from './search.ts';
import { commonTags, otherKeys, searchKeys } from './search-keys.ts';

/** A name before a colon that is neither a key nor, maybe, a tag. */
export interface AskedTag {
  readonly name: string;
  /** Where it stands in the text: UTF-16 units. */
  readonly at: number;
  readonly end: number;
}

/** Something that no key is called, nor any tag of those projects. */
export interface UnknownKey extends AskedTag {
  /** A sentence or two. */
  readonly message: string;
  /** What may have been meant. */
  readonly nearest?: string;
}

const COMMON: ReadonlySet<string> = new Set(commonTags);

/** Tags that may be keys with a slip in them: not such as every project may have, and none that is written as a tag. */
export function listAskedTags(search: Search): readonly AskedTag[] {
  return search.flatMap((term) => {
    if (term.kind !== 'tag' || term.isExplicit || COMMON.has(term.key)) return [];
    const at = term.isNegated ? term.at + 1 : term.at;
    return { name: term.key, at, end: at + term.key.length };
  });
}

/** What is said of a name that is unknown. `tags`: those that the projects have. */
export function describeUnknownKey(asked: AskedTag, tags: readonly string[]): UnknownKey {
  const { name } = asked;
  const keys = [...Object.keys(searchKeys), ...Object.keys(otherKeys), ...COMMON];
  const [nearest] = listNearest(name, [...keys, ...tags], 1);
  const message = `No search key and no received tag is called “${name}”.`;
  return nearest === undefined
    ? { ...asked, message }
    : { ...asked, message: `${message} Did you mean “${nearest}”?`, nearest };
}
