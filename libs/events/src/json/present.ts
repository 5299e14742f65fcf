/** Returns a copy without undefined fields, for callers that look at the object's keys. */
export function withoutUndefined<Shape extends object>(value: Shape): Shape {
  const present = {} as Shape;
  for (const name in value) {
    if (value[name] !== undefined) present[name] = value[name];
  }
  return present;
}
