import './support/require-node.mjs';
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stampBuild } from './support/built.mjs';
import { Failure, runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';
import { root } from './support/root.mjs';
import { runNode } from './support/run.mjs';
import { removeStaleFiles } from './support/stale-files.mjs';
import { step } from './support/steps.mjs';
import { writeAddressTypes } from './support/views/address-types.mjs';
import { checkViews, listSourceProblems } from './support/views/check-views.mjs';
import { keepFilesBefore } from './support/views/keep-files-before.mjs';

const nest = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
/** Hashed files are looked up by what runs while this builds: they are replaced as a whole. */
const dist = join(root, 'dist');
/** As deep as where they go: source maps name their sources from there. */
const newViews = join(dist, 'new', 'renderer');
const VIEW_FOLDERS = ['client', 'maps', 'ssr'];

const viteBuild = (config) => [vite, 'build', '--config', config, '--logLevel', 'warn'];
const viewBuild = viteBuild('apps/renderer/vite.config.ts');

const VIEWS = [
  { name: 'views for the browser', args: viewBuild },
  { name: 'views for the server', args: [...viewBuild, '--ssr'] },
];
const SERVER_CODE = { name: 'server code', args: [nest, 'build', 'renderer'] };
/** Of the server code. */
const BUNDLES = [
  { name: 'the renderer in few files', args: viteBuild('apps/renderer/server.vite.config.ts') },
  { name: 'the relay in few files', args: viteBuild('apps/monitoring-relay/vite.config.ts') },
];

/**
 * Over what is there, which may be running and load a part of itself at any moment, or be started again. So what is
 * built beside it comes first: as long as that fails nothing has changed.
 */
async function build() {
  const startMs = Date.now();
  rmSync(newViews, { recursive: true, force: true });
  const [views, problems] = await Promise.all([
    Promise.all(VIEWS.map(buildPart)),
    listSourceProblems(),
  ]);
  requireBuilt(views, problems);
  requireBuilt([await buildPart(SERVER_CODE)]);
  requireBuilt(await Promise.all(BUNDLES.map(buildPart)));
  putNewViews();
  // The folder of the command line is a package that can be published.
  copyFileSync(
    join(root, 'libs', 'command-line', 'package.json'),
    join(dist, 'libs', 'command-line', 'package.json'),
  );
  removeStaleFiles(dist, startMs);
  await checkViews();
  await writeAddressTypes();
}

/** Fails with all that is wrong with these parts and with the sources at once. */
function requireBuilt(parts, problems = []) {
  const failed = parts.filter(({ code }) => code !== 0);
  if (failed.length === 0 && problems.length === 0) return;
  const names = failed.map(({ name }) => name);
  if (problems.length > 0) names.push('sources do not agree');
  const output = [...failed.map((part) => part.output), ...problems].join('\n');
  throw new Failure(`Not built: ${names.join(', ')}.`, output);
}

function putNewViews() {
  const place = join(dist, 'apps', 'renderer');
  mkdirSync(place, { recursive: true });
  takeMapsApart();
  keepFilesBefore(join(place, 'client'), join(newViews, 'client'));
  for (const name of VIEW_FOLDERS) {
    rmSync(join(place, name), { recursive: true, force: true });
    renameSync(join(newViews, name), join(place, name));
  }
}

/** Moves the source maps of the browser's scripts to where nobody serves them. */
function takeMapsApart() {
  const assets = join(newViews, 'client', 'assets');
  const maps = join(newViews, 'maps');
  mkdirSync(maps);
  for (const name of readdirSync(assets)) {
    if (name.endsWith('.map')) renameSync(join(assets, name), join(maps, name));
  }
}

async function buildPart({ name, args }) {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NO_COLOR: '1',
    ERRATA_VIEWS_FOLDER: newViews,
  };
  return { name, ...(await runNode(args, { env })) };
}

await runCommand(async () => {
  await ensureInstalled();
  const names = [...VIEWS, SERVER_CODE, ...BUNDLES].map(({ name }) => name);
  await step(`Building ${names.join(', ')}`, () => stampBuild(build));
});
