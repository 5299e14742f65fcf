/** What people have chosen for themselves. Every method rejects with `database.unavailable`. */
export abstract class PreferenceStore {
  /** As it was set last; undefined where it was not, or was taken away. Its form is the caller's to check. */
  abstract find(userId: number, name: string): Promise<unknown>;

  /** Takes any value that JSON has; undefined takes the preference away. */
  abstract set(userId: number, name: string, value: unknown): Promise<void>;
}
