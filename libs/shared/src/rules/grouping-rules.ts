import type { Search } from '../search/search.ts';
import type { Pattern } from '../search/value-kinds.ts';
import type { PathGlob } from './path-glob.ts';

/** What people write: one rule a line, with blank lines and comments between them. */
export interface GroupingRuleSettings {
  readonly lines: readonly string[];
}

export const defaultGroupingRules: GroupingRuleSettings = { lines: [] };

/** A line of a project's rules: which events it is for, and what it does with them. */
export interface GroupingRule {
  /** As it was written. */
  readonly text: string;
  /** What has to hold of the event. */
  readonly event: Search;
  /** What has to hold of one frame, all at once. */
  readonly frames: readonly FrameTerm[];
  readonly actions: RuleActions;
}

/** Of one with values any value is enough. */
export type FrameTerm = { readonly isNegated: boolean } & (
  | { readonly of: 'path'; readonly values: readonly PathGlob[] }
  | { readonly of: 'package'; readonly values: readonly PathGlob[] }
  | { readonly of: 'function'; readonly values: readonly Pattern[] }
  | { readonly of: 'module'; readonly values: readonly Pattern[] }
);

/** At least one of them. */
export interface RuleActions {
  /** Parts with variables; `{{ default }}` is a part of its own. */
  readonly fingerprint?: readonly string[];
  /** With variables. */
  readonly title?: string;
  /** Whether frames that the rule matches are the application's own. */
  readonly isOwn?: boolean;
  /** The event is not stored. */
  readonly ignores?: true;
}

/** What is wrong with a line. */
export interface RuleFault {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** A sentence. */
  readonly message: string;
}

/** What fingerprints and titles can name of an event, beside `tags.<name>`. */
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
