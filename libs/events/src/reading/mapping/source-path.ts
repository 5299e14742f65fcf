/**
 * Matches prefixes that bundlers add, and leading `../` segments, which depend on the build's
 * folder.
 */
const PREFIX =
  /^(?:webpack-internal:\/\/\/|webpack:\/\/[^/]*\/|turbopack:\/\/\/?(?:\[project\]\/)?|rollup:\/\/[^/]*\/|vite:\/\/[^/]*\/|file:\/\/\/?|app:\/\/\/)?(?:\([^()/]*\)\/)?(?:\.{1,2}\/)*/;

/**
 * Returns the path of a source file within its project, such as `src/cart.ts`, so that all builds
 * have the same path.
 */
export function toSourcePath(source: string): string {
  const path = source.replace(PREFIX, '').replace(/\?[\w=&%.-]*$/, '');
  const [, inLibrary] = /(?:^|\/)(node_modules\/.*)$/.exec(path) ?? [];
  return inLibrary ?? (path === '' ? source : path);
}
