/**
 * One part of a project's settings. Each part belongs to one capability, and its values are stored
 * as JSON. A patch with `undefined` resets a field to its default.
 */
export interface SettingsPart<T extends object> {
  /** Never change this name, because the database stores it. */
  readonly name: string;
  readonly defaults: T;
}
