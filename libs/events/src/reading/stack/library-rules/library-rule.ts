/**
 * Tells calls of a library by one of their texts. Patterns stay linear: they begin at the start of a text or at a plain
 * text, and repeat nothing without a bound.
 */
export interface LibraryRule {
  readonly name: string;
  readonly of: 'path' | 'module' | 'function' | 'package';
  readonly pattern: RegExp;
  /** For code outside of functions alone. */
  readonly isUnnamed?: true;
}
