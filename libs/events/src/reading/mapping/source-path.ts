/** Prefixes of bundlers, and `../` steps that depend on the folder of the build. */
const PREFIX =
  /^(?:webpack-internal:\/\/\/|webpack:\/\/[^/]*\/|turbopack:\/\/\/?(?:\[project\]\/)?|rollup:\/\/[^/]*\/|vite:\/\/[^/]*\/|file:\/\/\/?|app:\/\/\/)?(?:\([^()/]*\)\/)?(?:\.{1,2}\/)*/;

/**
 * Returns the path of a source as people know it, such as `src/cart.ts`, the same wherever the
 * source was built.
 */
export function toSourcePath(source: string): string {
  const path = source.replace(PREFIX, '').replace(/\?[\w=&%.-]*$/, '');
  const [, inLibrary] = /(?:^|\/)(node_modules\/.*)$/.exec(path) ?? [];
  return inLibrary ?? (path === '' ? source : path);
}
