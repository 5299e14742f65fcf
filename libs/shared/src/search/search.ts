import type { SearchKey } from './search-keys.ts';
import type { Pattern, ValuesOf } from './value-kinds.ts';

/** A search as a tree: an event or issue is found when all of its terms hold. */
export type Search = readonly SearchTerm[];

/** `at` and `end` say where the term stands in the text, in UTF-16 units; a printed search has it elsewhere. */
export type SearchTerm = Condition & {
  readonly isNegated: boolean;
  readonly at: number;
  readonly end: number;
};

/** Of one with values any value is enough. */
export type Condition =
  /** Words that all have to be there. The last one of an open text may be the beginning of a word. */
  | { readonly kind: 'text'; readonly text: string; readonly isOpen: boolean }
  /** `isExplicit`: written so that it can be nothing but a tag. Any other may be a key with a slip in it. */
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

/** What cannot be understood or answered, and between which UTF-16 units of the text it stands. */
export interface SearchFault {
  readonly at: number;
  readonly end: number;
  /** A sentence. */
  readonly message: string;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: SearchFault };
