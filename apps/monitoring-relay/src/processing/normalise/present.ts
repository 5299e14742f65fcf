/** Absent facts are absent keys: smaller once stored, and one spelling for "not said". */
export function withoutUndefined<Shape extends object>(value: Shape): Shape {
  const present = {} as Shape;
  for (const name in value) {
    if (value[name] !== undefined) present[name] = value[name];
  }
  return present;
}
