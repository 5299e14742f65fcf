import type { Search } from '../search/search.ts';
import type { Pattern } from '../search/value-kinds.ts';
import type { PathGlob } from './path-glob.ts';

export interface GroupingRuleSettings {
  readonly lines: readonly string[];
}

export const defaultGroupingRules: GroupingRuleSettings = { lines: [] };

export interface GroupingRule {
  readonly text: string;
  readonly event: Search;
  /** Conditions on frames. A single frame must meet all of them. */
  readonly frames: readonly FrameTerm[];
  readonly actions: RuleActions;
}

/** Condition on a frame. One matching value is enough. */
export type FrameTerm = { readonly isNegated: boolean } & (
  | { readonly of: 'path'; readonly values: readonly PathGlob[] }
  | { readonly of: 'package'; readonly values: readonly PathGlob[] }
  | { readonly of: 'function'; readonly values: readonly Pattern[] }
  | { readonly of: 'module'; readonly values: readonly Pattern[] }
);

/** At least one action is set. */
export interface RuleActions {
  /**
   * Parts of the fingerprint, which may contain variables. `{{ default }}` must be a separate part.
   */
  readonly fingerprint?: readonly string[];
  readonly title?: string;
  readonly isOwn?: boolean;
  readonly ignores?: true;
}

export interface RuleFault {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  readonly message: string;
}

/** Variables that fingerprints and titles can use, besides `tags.<name>`. */
export const ruleVariables = /* @__PURE__ */ Object.freeze([
  'type',
  'value',
  'message',
  'transaction',
  'function',
  'module',
  'package',
  'abs_path',
  'level',
  'logger',
  'release',
  'environment',
] as const);

export type RuleVariable = (typeof ruleVariables)[number];
