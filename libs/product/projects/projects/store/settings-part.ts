/**
 * One part of a project's settings, which one capability defines. Each value is JSON. A field
 * without a value has its default; a patch resets a field with `undefined`.
 */
export interface SettingsPart<T extends object> {
  /** Stored in the database, so it never changes. */
  readonly name: string;
  readonly defaults: T;
}
