/**
 * Recognises a library's frames by path, module, function or package. Patterns must run in linear
 * time: they begin at the start of the text or with plain text, and every repetition has an upper
 * bound.
 */
export interface LibraryRule {
  readonly name: string;
  readonly of: 'path' | 'module' | 'function' | 'package';
  readonly pattern: RegExp;
  /** True when the rule applies only to frames without a function name. */
  readonly isUnnamed?: true;
}
