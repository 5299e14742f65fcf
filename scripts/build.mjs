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
const dist = join(root, 'dist');
/**
 * Views are built here and then moved into place as a whole, because a running renderer reads their
 * hashed files during the build. The folder is as deep as its final place, because source maps
 * contain relative paths.
 */
const newViews = join(dist, 'new', 'renderer');
const VIEW_FOLDERS = ['client', 'maps', 'ssr'];

const viteBuild = (config) => [vite, 'build', '--config', config, '--logLevel', 'warn'];
const viewBuild = viteBuild('apps/renderer/vite.config.ts');

const VIEWS = [
  { name: 'views for the browser', args: viewBuild },
  { name: 'views for the server', args: [...viewBuild, '--ssr'] },
];
const SERVER_CODE = { name: 'server code', args: [nest, 'build', 'renderer'] };
/** These are bundled from the output of `SERVER_CODE`, which therefore has to be built first. */
const BUNDLES = [
  { name: 'the renderer in few files', args: viteBuild('apps/renderer/server.vite.config.ts') },
  { name: 'the relay in few files', args: viteBuild('apps/monitoring-relay/vite.config.ts') },
];

/**
 * Builds into `dist`, from which a running Errata may load a file or start again at any moment.
 * Views are built first and in another folder, so that a failure leaves `dist` unchanged.
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
  // The command line can be published as a package of its own, which needs this file.
  copyFileSync(
    join(root, 'libs', 'command-line', 'package.json'),
    join(dist, 'libs', 'command-line', 'package.json'),
  );
  // Workers of specs keep compiled sources there.
  removeStaleFiles(dist, startMs, { except: ['spec-modules'] });
  await checkViews();
  await writeAddressTypes();
}

/** Throws one failure that lists every failed part and every problem of the sources. */
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

/** Moves the source maps of the browser's scripts to a folder that is not served. */
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
