const loads: (() => Promise<unknown>)[] = [];

export interface WaitingCode<Module> {
  readonly find: () => Module | undefined;
  /**
   * Starts to load the code. The promise never settles when that fails, so that a waiting part
   * stays as the server rendered it. Every call returns the same promise.
   */
  readonly load: () => Promise<Module>;
}

export function createWaitingCode<Module>(importCode: () => Promise<Module>): WaitingCode<Module> {
  let loading: Promise<Module> | undefined;
  let module: Module | undefined;
  const load = (): Promise<Module> =>
    (loading ??= importCode().then((arrived) => (module = arrived)));
  let shown: Promise<Module> | undefined;
  loads.push(load);
  return {
    find: () => module,
    load: () => (shown ??= load().catch(() => new Promise<Module>(() => undefined))),
  };
}

/**
 * Loads the waiting code of all views whose code has loaded. Call this before showing a page that
 * the server has not rendered. Rejects when code does not arrive.
 */
export const loadWaitingCode = (): Promise<unknown> => Promise.all(loads.map((load) => load()));
