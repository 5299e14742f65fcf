const declared = new Set<string>();

export function noteUsedView(name: string): void {
  declared.add(name);
}

/**
 * Returns the names of all views that the imported classes use. The build compares the names with
 * the files, and fails for an unused and for a missing view.
 */
export function listUsedViews(): string[] {
  return [...declared].toSorted();
}
