import type { SearchKey } from './search-keys.ts';
import type { Pattern, ValuesOf } from './value-kinds.ts';

/** An event or issue is found when all terms hold. */
export type Search = readonly SearchTerm[];

/**
 * `at` and `end` are the term's place in the typed text, in UTF-16 units. A printed search has
 * other places.
 */
export type SearchTerm = Condition & {
  readonly isNegated: boolean;
  readonly at: number;
  readonly end: number;
};

/** Any of the values is enough. */
export type Condition =
  /** All words must be there. The last one of an open text may be the beginning of a word. */
  | { readonly kind: 'text'; readonly text: string; readonly isOpen: boolean }
  /** `isExplicit` marks a text that can only be a tag. Any other tag may be a misspelled key. */
  | {
      readonly kind: 'tag';
      readonly key: string;
      readonly values: readonly Pattern[];
      readonly isExplicit?: true;
    }
  | KeyCondition;

export type KeyCondition = {
  [Kind in keyof ValuesOf]: {
    readonly kind: Kind;
    readonly key: SearchKey;
    readonly values: readonly ValuesOf[Kind][];
  };
}[keyof ValuesOf];

/** Part of a search that cannot be understood or answered, with its place in UTF-16 units. */
export interface SearchFault {
  readonly at: number;
  readonly end: number;
  readonly message: string;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: SearchFault };
