/**
 * Recognises calls of a library by one of their texts. Patterns must stay linear: they begin at the
 * start of a text or with plain text, and repeat nothing without a bound.
 */
export interface LibraryRule {
  readonly name: string;
  readonly of: 'path' | 'module' | 'function' | 'package';
  readonly pattern: RegExp;
  /** True when the rule applies only to code outside functions. */
  readonly isUnnamed?: true;
}
