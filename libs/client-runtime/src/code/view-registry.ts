/** Loads the code of one view each, by view name. */
export type ViewLoaders<Component> = Readonly<Record<string, () => Promise<Component>>>;

/** The views of a build by name, loaded once each. What a component is concerns only the React skin. */
export class ViewRegistry<Component> {
  readonly #loaded = new Map<string, Component>();
  readonly #loading = new Map<string, Promise<Component>>();

  readonly #loaders: ViewLoaders<Component>;

  constructor(loaders: ViewLoaders<Component>) {
    this.#loaders = loaders;
  }

  /** A registry whose views are all there. */
  static ofLoaded<Component>(
    views: Iterable<readonly [string, Component]>,
  ): ViewRegistry<Component> {
    const registry = new ViewRegistry<Component>({});
    for (const [name, view] of views) registry.#loaded.set(name, view);
    return registry;
  }

  /** The view, when its code is there. */
  find(name: string): Component | undefined {
    return this.#loaded.get(name);
  }

  /**
   * Loads the view's code; the same promise as long as it is under way. Rejects with the view's name
   * when the build has none of that name, and with the loader's error when its code does not arrive;
   * the next call tries again.
   */
  load(name: string): Promise<Component> {
    const underWay = this.#loading.get(name);
    if (underWay) return underWay;
    const loading = this.#loadNow(name);
    this.#loading.set(name, loading);
    loading.catch(() => this.#loading.delete(name));
    return loading;
  }

  async #loadNow(name: string): Promise<Component> {
    const known = this.#loaded.get(name);
    if (known) return known;
    const load = this.#loaders[name];
    if (!load) throw new Error(`This build has no view named ${name}.`);
    const view = await load();
    this.#loaded.set(name, view);
    return view;
  }
}
