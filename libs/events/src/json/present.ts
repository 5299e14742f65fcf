/** For objects that are asked which keys they have. Others may hold `undefined`: JSON has no key for it. */
export function withoutUndefined<Shape extends object>(value: Shape): Shape {
  const present = {} as Shape;
  for (const name in value) {
    if (value[name] !== undefined) present[name] = value[name];
  }
  return present;
}
