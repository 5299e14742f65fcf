const METHOD = /^([A-Z]+) (?=\/)/;

/**
 * Chooses the segment that counts requests of a name, which has the form of segments: `GET /wares/lamp`
 * counts as `GET /wares/{slug}`, unless a segment has that very path. A name without a method may
 * have any. Returns undefined when several segments fit.
 */
export function chooseNamed<Named extends { readonly name: string }>(
  segments: readonly Named[],
  name: string,
): Named | undefined {
  const fitting = segments.filter((segment) => isNamed(segment.name, name));
  const same = fitting.filter((segment) => toPath(segment.name) === toPath(name));
  const [first, ...others] = same.length > 0 ? same : fitting;
  return others.length === 0 ? first : undefined;
}

function isNamed(segment: string, name: string): boolean {
  const method = METHOD.exec(name)?.[1];
  if (method !== undefined && method !== METHOD.exec(segment)?.[1]) return false;
  const [own, parts] = [segment, name].map((each) => toPath(each).split('/'));
  return (
    own!.length === parts!.length &&
    own!.every((part, at) => part === parts![at] || part === '{slug}')
  );
}

function toPath(name: string): string {
  return name.replace(METHOD, '');
}
