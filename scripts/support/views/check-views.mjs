import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Failure } from '../failure.mjs';
import { importBuilt } from '../import-built.mjs';
import { root } from '../root.mjs';
import { findSourceProblems, readSourceFacts } from './read-source-facts.mjs';
import { findViewProblems } from './find-view-problems.mjs';
import { readViewProps, readViewUses } from './read-view-uses.mjs';

/**
 * Compares the views that the built renderer shows with those that exist. Throws with a line for
 * each view that nothing shows, that has no file, or that is shown with the props of another.
 */
export async function checkViews() {
  const [declared, { viewNames }, uses, views] = await Promise.all([
    listDeclared(),
    importBuilt('apps/renderer/ssr/entry-server.js'),
    readSources(/(?<!\.spec|\.d)\.ts$/, readViewUses),
    readSources(/\.(page|layout)\.tsx$/, readViewProps),
  ]);
  const problems = findViewProblems({ declared, built: viewNames, uses, views });
  if (problems.length === 0) return;
  throw new Failure('Not built: pages and views do not agree.', problems.join('\n'));
}

/**
 * Lists the views of every class that the renderer is composed of. Decorators run when their class
 * is loaded.
 */
async function listDeclared() {
  // Nest's decorators need this first, as in main.ts.
  await import('reflect-metadata');
  await importBuilt('apps/renderer/src/create-renderer.js');
  const { listUsedViews } = await importBuilt(
    'apps/renderer/src/rendering/pages/declared-views.js',
  );
  return listUsedViews();
}

/**
 * Compares forms, views and controllers. Returns a line for each view without its required export,
 * each method with two routes, and each action name that no method has.
 */
export async function listSourceProblems() {
  return findSourceProblems(await readSources(/(?<!\.spec|\.d)\.tsx?$/, readSourceFacts));
}

async function readSources(names, read) {
  // TypeScript is imported only here, because a build begins by installing it.
  const { default: ts } = await import('typescript');
  const folder = join(root, 'apps', 'renderer', 'src');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted((one, other) => (one < other ? -1 : 1))
    .flatMap((path) =>
      read(ts, relative(root, path).replaceAll(sep, '/'), readFileSync(path, 'utf8')),
    );
}
