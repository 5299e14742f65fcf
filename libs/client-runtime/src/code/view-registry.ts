/**
 * Loads the code of a view by name. Resolves with undefined when the build has no such view.
 *
 * ```tsx
 * const loadView: LoadView<View> = async (name) => (await modules[name]?.())?.Page;
 * const views = createViewRegistry(loadView);
 * ```
 */
export type LoadView<Component> = (name: string) => Promise<Component | undefined>;

/**
 * The views of a build by name, each loaded once. The runtime finds a page's components here.
 *
 * ```tsx
 * const view = views.find('features/issues/issue.page');
 * if (!view) await views.load('features/issues/issue.page');
 * ```
 */
export interface ViewRegistry<Component> {
  find(name: string): Component | undefined;
  /**
   * Loads the view's code. Every call with the same name returns the same promise, also after a
   * failure. Bundlers do not request styles again, so a second try would show the view without its
   * styles. Rejects with the loader's error, or with an error that names a missing view.
   */
  load(name: string): Promise<Component>;
}

/**
 * Creates a registry of views. `known` are views that are loaded already, also those that a load
 * adds; a registry without `loadCode` has only those.
 *
 * ```tsx
 * const inBrowser = createViewRegistry<View>(async (name) => (await modules[name]?.())?.Page);
 * const onServer = createViewRegistry<View>(undefined, new Map(Object.entries(loadedViews)));
 * ```
 */
export function createViewRegistry<Component>(
  loadCode: LoadView<Component> | undefined,
  known = new Map<string, Component>(),
): ViewRegistry<Component> {
  const loading = new Map<string, Promise<Component>>();

  const loadNow = async (name: string): Promise<Component> => {
    const view = known.get(name) ?? (await loadCode?.(name));
    if (!view) throw new Error(`No view ${name}`);
    known.set(name, view);
    return view;
  };

  return {
    find: (name) => known.get(name),
    load(name) {
      const underWay = loading.get(name) ?? loadNow(name);
      loading.set(name, underWay);
      return underWay;
    },
  };
}
