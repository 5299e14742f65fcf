/**
 * Loads something when it is first asked for, once. Rejects when that does not arrive, and tries again when it is
 * asked again: the browser may have been offline.
 */
export function createLoadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
