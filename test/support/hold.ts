import { afterAll, beforeAll } from '@jest/globals';

interface Ending {
  end(): unknown;
}

const ends: (() => Promise<void>)[] = [];

/**
 * Starts something before the specs of a suite and ends it after them, the latest first. Specs, and
 * hooks that follow, use the returned object as if it had started already.
 */
export function hold<Held extends Ending>(start: () => Promise<Held>): Held {
  let started: Held | undefined;
  beforeAll(async () => {
    ends.push(async () => void (await started?.end()));
    started = await start();
  });
  afterAll(() => ends.pop()?.());
  return new Proxy({} as Held, {
    get: (_, name) => Reflect.get(started!, name) as unknown,
    set: (_, name, value) => Reflect.set(started!, name, value),
  });
}
