/**
 * Splits a place into the call and the file, with the file's line but without folders. Either may
 * be empty. `total (src/cart/total.ts:42)` becomes `total` and `total.ts:42`.
 */
export function toListedPlace(place: string): { readonly call: string; readonly file: string } {
  const opening = place.endsWith(')') ? place.lastIndexOf(' (') : -1;
  if (opening !== -1) {
    const file = fileOf(place.slice(opening + 2, -1));
    return { call: withoutFile(withoutPath(place.slice(0, opening)), file), file };
  }
  return /:\d+$/.test(place)
    ? { call: '', file: fileOf(place) }
    : { call: withoutPath(place), file: '' };
}

/** Removes the class or module from the call when the file has the same name. */
function withoutFile(call: string, file: string): string {
  const [name = ''] = file.split('.');
  const at = `.${call}`.lastIndexOf(`.${name}.`);
  return name === '' || at === -1 ? call : call.slice(at + name.length + 1);
}

/** Go writes the package's path before the function's name. */
function withoutPath(call: string): string {
  return call.replace(/^(?:[\w.@~-]+\/)+/, '');
}

function fileOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
