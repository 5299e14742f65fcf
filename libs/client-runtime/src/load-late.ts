export interface Late<Part> {
  /**
   * Loads the part at the first call. Rejects when loading fails, and the next call tries again.
   */
  readonly load: () => Promise<Part>;
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
