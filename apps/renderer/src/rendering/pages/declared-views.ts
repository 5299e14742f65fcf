const declared = new Set<string>();

/** Notes that a page, a layout or an outcome shows this view. */
export function declareView(name: string): void {
  declared.add(name);
}

/**
 * Names of all views that the classes imported so far show. The build holds it against the files there
 * are: a view that nothing shows and one that is missing fail it.
 */
export function listDeclaredViews(): string[] {
  return [...declared].toSorted();
}
