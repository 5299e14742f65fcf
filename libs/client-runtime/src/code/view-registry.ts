/** Loads the code of one view each, by view name. */
export type ViewLoaders<Component> = Readonly<Record<string, () => Promise<Component>>>;

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

/** `known`: views that are there already. */
export function createViewRegistry<Component>(
  loaders: ViewLoaders<Component>,
  known: Iterable<readonly [string, Component]> = [],
): ViewRegistry<Component> {
  const loaded = new Map(known);
  const loading = new Map<string, Promise<Component>>();

  const loadNow = async (name: string): Promise<Component> => {
    const load = loaders[name];
    const view = loaded.get(name) ?? (await load?.());
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
