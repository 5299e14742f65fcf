import type { SearchKey } from './search-keys.ts';
import type { Pattern, ValuesOf } from './value-kinds.ts';

/** A parsed search. An event or issue matches when all terms match. */
export type Search = readonly SearchTerm[];

/**
 * `at` and `end` are the term's position in the typed text, in UTF-16 units. They do not apply to a
 * printed search.
 */
export type SearchTerm = Condition & {
  readonly isNegated: boolean;
  readonly at: number;
  readonly end: number;
};

/** Condition of a term. One matching value is enough. */
export type Condition =
  /** All words must occur. When `isOpen` is true, the last word may be unfinished. */
  | { readonly kind: 'text'; readonly text: string; readonly isOpen: boolean }
  /**
   * `isExplicit` is set when the text was written as a tag (`tags[x]:`). Any other tag may be a
   * misspelled key.
   */
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

/** Part of a search that cannot be understood or answered, with its position in UTF-16 units. */
export interface SearchFault {
  readonly at: number;
  readonly end: number;
  readonly message: string;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: SearchFault };
