/** What is loaded later. */
export interface Late<Part> {
  /**
   * Loads it when it is first asked for, once. Rejects when it does not arrive, and tries again when it is asked
   * again: the browser may have been offline.
   */
  readonly load: () => Promise<Part>;
  /** What has arrived. */
  readonly find: () => Part | undefined;
}

export function createLate<Part>(load: () => Promise<Part>): Late<Part> {
  let loading: Promise<Part> | undefined;
  let part: Part | undefined;
  return {
    find: () => part,
    load: () =>
      (loading ??= load().then(
        (arrived) => (part = arrived),
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      )),
  };
}
