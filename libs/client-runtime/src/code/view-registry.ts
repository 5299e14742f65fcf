/** Loads the code of the view of that name; undefined when the build has none. */
export type LoadView<Component> = (name: string) => Promise<Component | undefined>;

/** The views of a build by name, loaded once each. What a component is concerns only the React skin. */
export interface ViewRegistry<Component> {
  /** The view, when its code is there. */
  find(name: string): Component | undefined;
  /**
   * Loads the view's code, once: always the same promise. Rejects with the view's name when the build has
   * none of that name, and with the loader's error when its code does not arrive. It is not tried again in
   * this document: bundlers remember the styles that they have asked for, and would leave them out.
   */
  load(name: string): Promise<Component>;
}

/** `known`: views that are there already; without `load` there are no others. */
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
    load(name) {
      const underWay = loading.get(name) ?? loadNow(name);
      loading.set(name, underWay);
      return underWay;
    },
  };
}
