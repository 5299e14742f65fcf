import { createLate } from '../load-late.ts';

const loads: (() => Promise<unknown>)[] = [];

export interface WaitingCode<Module> {
  readonly find: () => Module | undefined;
  /**
   * Starts to load the code. Every call returns the same promise. A failure stays until
   * `loadWaitingCode` tries again, because React asks anew whenever a promise has settled.
   */
  readonly load: () => Promise<Module>;
  /**
   * Resolves when the code is there, after however many tries. Never rejects, so that a waiting part
   * stays as the server rendered it.
   */
  readonly arrival: Promise<Module>;
}

export function createWaitingCode<Module>(importCode: () => Promise<Module>): WaitingCode<Module> {
  const late = createLate(importCode);
  let asked: Promise<Module> | undefined;
  let arrive: (module: Module) => void;
  const arrival = new Promise<Module>((resolve) => (arrive = resolve));
  const ask = (): Promise<Module> => {
    asked = late.load();
    asked.then(arrive, () => undefined);
    return asked;
  };
  loads.push(ask);
  return { find: late.find, load: () => asked ?? ask(), arrival };
}

/**
 * Loads the waiting code of all views whose code has loaded, and tries again what did not arrive
 * before. Call this before showing a page that the server has not rendered. Rejects when code does
 * not arrive.
 */
export const loadWaitingCode = (): Promise<unknown> => Promise.all(loads.map((load) => load()));
