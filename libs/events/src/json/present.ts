/**
 * Drops undefined fields. Needed only for objects whose keys are inspected; JSON omits undefined
 * fields anyway.
 */
export function withoutUndefined<Shape extends object>(value: Shape): Shape {
  const present = {} as Shape;
  for (const name in value) {
    if (value[name] !== undefined) present[name] = value[name];
  }
  return present;
}
