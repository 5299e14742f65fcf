/**
 * A place for its column: the call, and its file with the line but without folders. Either may be empty.
 * `total (src/cart/total.ts:42)` is `total` and `total.ts:42`.
 */
export function toListedPlace(place: string): { readonly call: string; readonly file: string } {
  const opening = place.endsWith(')') ? place.indexOf(' (') : -1;
  if (opening !== -1) {
    return {
      call: withoutPath(place.slice(0, opening)),
      file: fileOf(place.slice(opening + 2, -1)),
    };
  }
  return /:\d+$/.test(place)
    ? { call: '', file: fileOf(place) }
    : { call: withoutPath(place), file: '' };
}

/** Go writes the path of a package before its calls. */
function withoutPath(call: string): string {
  return call.replace(/^(?:[\w.@~-]+\/)+/, '');
}

function fileOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
