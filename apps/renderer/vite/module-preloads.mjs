/**
 * Makes Vite's `resolveDependencies`. Leaves out files that the entry has loaded already, and the
 * list of a file that needs no other file, because `import` loads that one itself.
 *
 * @param {RegExp} loaded
 * @returns {(file: string, dependencies: string[]) => string[]}
 */
export function modulePreloads(loaded) {
  return (file, dependencies) => {
    const needed = dependencies.filter((each) => !loaded.test(each));
    return needed.some((each) => each !== file) ? needed : [];
  };
}
