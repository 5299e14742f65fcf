/**
 * One part of a project's settings: what a capability lets people set. Each value is JSON. A field that is not set has
 * the default; a field that is unset again is `undefined` in the patch.
 */
export interface SettingsPart<T extends object> {
  /** Kept for ever in the database. */
  readonly name: string;
  readonly defaults: T;
}
