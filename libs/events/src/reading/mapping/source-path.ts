/** Before the path in names of sources: of a bundler, or how deep the folder of the build lies. */
const PREFIX =
  /^(?:webpack-internal:\/\/\/|webpack:\/\/[^/]*\/|turbopack:\/\/\/?(?:\[project\]\/)?|rollup:\/\/[^/]*\/|vite:\/\/[^/]*\/|file:\/\/\/?|app:\/\/\/)?(?:\([^()/]*\)\/)?(?:\.{1,2}\/)*/;

/** The path of a source as people know it, the same wherever it was built: `src/cart.ts`. */
export function toSourcePath(source: string): string {
  const path = source.replace(PREFIX, '').replace(/\?[\w=&%.-]*$/, '');
  const [, inLibrary] = /(?:^|\/)(node_modules\/.*)$/.exec(path) ?? [];
  return inLibrary ?? (path === '' ? source : path);
}
