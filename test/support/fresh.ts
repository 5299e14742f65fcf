import { beforeEach } from '@jest/globals';

/**
 * Makes an object anew before each test of a suite. Tests, and hooks that follow, use the returned
 * object as if it were that one.
 */
export function fresh<Made extends object>(make: () => Made): Made {
  let made: Made;
  beforeEach(() => void (made = make()));
  return new Proxy({} as Made, {
    get: (_, name) => {
      const value = Reflect.get(made, name) as unknown;
      const isMethod = typeof value === 'function' && !Object.hasOwn(made, name);
      return isMethod ? (value.bind(made) as unknown) : value;
    },
    set: (_, name, value) => Reflect.set(made, name, value),
    defineProperty: (_, name, property) => Reflect.defineProperty(made, name, property),
  });
}
