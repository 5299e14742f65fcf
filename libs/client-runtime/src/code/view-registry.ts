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
  /** Adds a view that came with the code of another, such as a part of a page. */
  add(name: string, view: Component): void;
  /**
   * Loads the view's code. Every call with the same name returns the same promise, also after a
   * failure. Bundlers do not request styles again, so a second try would show the view without its
   * styles. Rejects with the loader's error, or with an error that names a missing view.
   */
  load(name: string): Promise<Component>;
}

/**
 * Creates a registry of views. `known` are views that are loaded already; a registry without
 * `loadCode` has only those.
 *
 * ```tsx
 * const inBrowser = createViewRegistry<View>(async (name) => (await modules[name]?.())?.Page);
 * const onServer = createViewRegistry<View>(undefined, Object.entries(loadedViews));
 * ```
 */
export function createViewRegistry<Component>(
  loadCode: LoadView<Component> | undefined,
  known: Iterable<readonly [string, Component]> = [],
): ViewRegistry<Component> {
  const loaded = new Map(known);
  const loading = new Map<string, Promise<Component>>();

  const loadNow = async (name: string): Promise<Component> => {
    const view = loaded.get(name) ?? (await loadCode?.(name));
    if (!view) throw new Error(`No view ${name}`);
    loaded.set(name, view);
    return view;
  };

  return {
    find: (name) => loaded.get(name),
    add: (name, view) => loaded.set(name, view),
    load(name) {
      const underWay = loading.get(name) ?? loadNow(name);
      loading.set(name, underWay);
      return underWay;
    },
  };
}
