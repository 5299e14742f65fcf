const declared = new Set<string>();

export function noteUsedView(name: string): void {
  declared.add(name);
}

/**
 * Returns the names of all views that the classes imported so far show. The build compares them
 * with the files: an unused view fails it, and so does a missing one.
 */
export function listUsedViews(): string[] {
  return [...declared].toSorted();
}
