import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

const WAITING = /\.waiting(?:\.part)?\.tsx$/;
const COMPONENT = /^[A-Z](?!\w*_|[A-Z\d]+$)\w*$/;
/** Marks the module that stands for one whose code waits. */
const MARK = '?waiting';

/**
 * Delays the code of modules named `*.waiting.tsx`. In the browser, an import of such a module gives
 * stand-ins for its views. A stand-in loads the module when it first renders, inside `Hydrate`. The
 * server's build imports the module itself.
 *
 * @type {import('vite').Plugin}
 */
export const waitingCode = {
  name: 'errata:waiting-code',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!WAITING.test(source) || /^\0|\?waiting$/.test(importer ?? '')) return undefined;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && found.id + MARK;
  },
  load(id) {
    if (!id.endsWith(MARK)) return undefined;
    const file = id.slice(0, -MARK.length);
    this.addWatchFile(file);
    const names = listExports(file);
    const other = names.find((name) => !COMPONENT.test(name));
    if (other !== undefined)
      this.error(
        `${file} exports ${other}: a module whose code waits exports components alone, by names like Reviews.`,
      );
    return [
      "import { createWaitingViews } from '#client-runtime/hydrate';",
      `const toView = createWaitingViews(() => import(${JSON.stringify(file)}));`,
      ...names.map((name) => `export const ${name} = toView('${name}');`),
    ].join('\n');
  },
};

/** Returns the names of all values that a module exports: `default` and `*` included. */
function listExports(file) {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ isType }) => !isType)
    .map(({ exportName: { name, kind } }) => name ?? (kind === 'Default' ? 'default' : '*'));
}

/**
 * Makes a group of chunks for the files that waiting code needs, and that none of the pages in
 * `early` needs before it is interactive. Other pages share these files.
 *
 * @param {RegExp} early
 */
export const waitingGroup = (early) => ({
  name: (id, context) => (isLate(id, context, early) ? 'waiting' : null),
  debugName: 'waiting',
  minShareCount: 2,
  priority: 1,
  // Dependencies may be needed early.
  includeDependenciesRecursively: false,
});

/**
 * Makes a group for the files among those of `test` that a page needs before it is interactive.
 *
 * @param {string} name
 * @param {RegExp} page
 * @param {(id: string) => boolean} test
 */
export const earlyGroup = (name, page, test) => ({
  name: (id, context) =>
    test(id) && [...listImporters(id, context)].some((each) => page.test(each)) ? name : null,
  debugName: name,
  minShareCount: 2,
});

function isLate(id, context, early) {
  const importers = [...listImporters(id, context)];
  const isEarly = (each) => early.test(each) || context.getModuleInfo(each)?.isEntry;
  return importers.some((each) => WAITING.test(each)) && !importers.some(isEarly);
}

/** Returns the module and all modules that import it, however deep. */
function listImporters(id, context) {
  const found = new Set([id]);
  // Iterating over a set also visits the elements that the loop adds.
  for (const each of found)
    for (const importer of context.getModuleInfo(each)?.importers ?? []) found.add(importer);
  return found;
}
