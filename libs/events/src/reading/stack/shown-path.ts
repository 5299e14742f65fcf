import { decodePercents } from '#shared';

/**
 * Folders before a `./` that webpack writes: its namespace, and its layer in parentheses. Bundler
 * plugins leave them, and sentry-cli removes them. `[project]` is what Turbopack calls the root.
 */
const ROOT = /^(?:\/?\[project\]\/|(?:[^/.][^/]*)?\/(?:\([^()/]*\)\/)?\.\/)/;

/**
 * Returns the path to show for a source, which is the same for every client that uploads maps:
 * `app/(shop)/cart.ts` for `shop/./app/%28shop%29/cart.ts`. Grouping keys have the path as it was
 * uploaded, so that issues stay whole.
 */
export function toShownPath(path: string): string {
  return decodePercents(path).replace(ROOT, '');
}
