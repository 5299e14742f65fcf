import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { listBuildInput } from '../../scripts/support/built.mjs';
import { root } from '../../scripts/support/root.mjs';
import { copyBuildContext } from './build-context.ts';
import { readDockerfile } from './dockerfile.ts';
import type { Instruction, Stage } from './dockerfile.ts';

/** Result of the Dockerfile's last stage, as a folder of this machine. */
export interface Image {
  /** Folder that stands for `/`. */
  readonly folder: string;
  /** Path inside the container. */
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly healthcheck: readonly string[];
  readonly entrypoint: readonly string[];
}

interface StageState {
  readonly omitsDev: boolean;
  readonly taken: string[];
  readonly folder: string;
  readonly folders: ReadonlyMap<string, string>;
  readonly env: Record<string, string>;
  workdir: string;
  user: string;
  healthcheck: readonly string[];
  entrypoint: readonly string[];
}

/**
 * Executes the Dockerfile in folders, without a container engine. COPY and pruning run as written,
 * and there are no system packages. npm does not run: packages and built services come from this
 * checkout, where `npm install` and `npm run build` have put them.
 */
export async function makeImage(folder: string): Promise<Image> {
  const folders = new Map<string, string>();
  let state: StageState | undefined;
  for (const stage of readDockerfile(join(root, 'Dockerfile'))) {
    state = await makeStage(stage, join(folder, stage.name), folders);
    folders.set(stage.name, state.folder);
  }
  if (!state) throw new Error('The Dockerfile has no stage.');
  return state;
}

async function makeStage(
  { instructions }: Stage,
  folder: string,
  folders: ReadonlyMap<string, string>,
): Promise<StageState> {
  const state: StageState = {
    omitsDev: instructions.some(({ text }) => text === OMIT_DEV),
    taken: [],
    folder,
    folders,
    env: {},
    workdir: '/',
    user: 'root',
    healthcheck: [],
    entrypoint: [],
  };
  for (const instruction of instructions) {
    await carryOut(instruction, state);
  }
  return state;
}

async function carryOut({ name, text }: Instruction, state: StageState): Promise<void> {
  switch (name) {
    case 'ENV':
      Object.assign(
        state.env,
        Object.fromEntries(
          text.split(/\s+/).map((pair) => /^([^=]+)=(.*)$/.exec(pair)?.slice(1) ?? []),
        ),
      );
      return;
    case 'WORKDIR':
      state.workdir = text;
      mkdirSync(join(state.folder, text), { recursive: true });
      return;
    case 'COPY':
      return copy(text.split(/\s+/), state);
    case 'RUN':
      return runStep(text, state);
    case 'USER':
      state.user = text;
      return;
    case 'HEALTHCHECK':
      state.healthcheck = JSON.parse(text.slice(text.indexOf('CMD') + 3)) as string[];
      return;
    case 'ENTRYPOINT':
      state.entrypoint = JSON.parse(text) as string[];
      return;
    case 'VOLUME':
    case 'EXPOSE':
      return;
    default:
      throw new Error(`The Dockerfile says ${name}, which the spec does not know.`);
  }
}

async function copy(words: readonly string[], state: StageState): Promise<void> {
  const stage = /^--from=(?<stage>.+)$/.exec(words[0] ?? '')?.groups?.['stage'];
  const paths = stage ? words.slice(1) : words;
  const target = join(state.folder, state.workdir, paths.at(-1) ?? '');
  if (paths[0] === '.') return copyBuildContext(root, target);
  // `COPY` of the whole system is skipped, because the folder has no files of the system.
  if (paths[0] === '/') return;
  for (const path of paths.slice(0, -1)) {
    const to = paths.at(-1)?.endsWith('/') ? join(target, basename(path)) : target;
    // Files of this checkout are copied, because a write through a link would change the original.
    if (stage) linkTree(join(state.folders.get(stage) ?? '', path), to);
    else copyFileSync(join(root, path), to);
  }
}

/** Hard links save copying: the packages alone are some hundred megabytes. */
function linkTree(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    execFileSync('cp', ['-a', '-l', from, to], { stdio: 'ignore' });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-R', from, to]);
  }
}

const OMIT_DEV = 'npm prune --omit=dev';
const PRUNE_FILES =
  'node scripts/prune-packages.mjs node_modules dist/apps/renderer/src dist/apps/renderer/ssr dist/apps/monitoring-relay dist/libs';

/** The image's own steps, in the only order in which they succeed. */
const STEPS = ['npm install --no-save --include=dev', 'npm run build', OMIT_DEV, PRUNE_FILES];

function runStep(command: string, { folder, workdir, omitsDev, taken }: StageState): void {
  const cwd = join(folder, workdir);
  // These steps are skipped, because they would change the system files of this machine.
  if (/^(?:rm -rf|find) \//.test(command)) return;
  if (command.startsWith('install -d ')) {
    mkdirSync(join(folder, command.split(' ').at(-1) ?? ''), { recursive: true });
    return;
  }
  const [, target, link] = /^ln -s (\S+) (\S+)$/.exec(command) ?? [];
  if (target && link) {
    const path = join(folder, link);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(folder, target), path);
    return;
  }
  const expected = STEPS[taken.length];
  if (command !== expected) {
    throw new Error(`The Dockerfile runs \`${command}\`, where the spec expects ${expected}.`);
  }
  taken.push(command);
  if (taken.length === 1) linkPackages(cwd, omitsDev);
  else if (command === 'npm run build') linkBuilt(cwd);
  // Pruning packages is skipped, because development packages were not linked at all.
  else if (command === PRUNE_FILES) execFileSync('sh', ['-c', command], { cwd, stdio: 'pipe' });
}

interface Installed {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

function linkPackages(cwd: string, omitsDev: boolean): void {
  // `node_modules` may be a link to the folder of another checkout. `linkTree` must get the folder
  // itself, because it would copy the link.
  const packages = realpathSync(join(root, 'node_modules'));
  const to = join(cwd, 'node_modules');
  if (!omitsDev) return linkTree(packages, to);
  const list = readFileSync(join(packages, '.package-lock.json'), 'utf8');
  const installed = Object.entries((JSON.parse(list) as Installed).packages);
  const isWanted = (path: string, dev = false): boolean =>
    !dev && path.lastIndexOf('node_modules/') === 0;
  for (const [path, { dev }] of installed) {
    if (isWanted(path, dev)) linkTree(join(packages, '..', path), join(cwd, path));
  }
}

/**
 * Links the built services. They come from the same sources, because `npm test` has built what has
 * changed.
 */
function linkBuilt(cwd: string): void {
  const missing = listBuildInput().filter((path) => !existsSync(join(cwd, path)));
  if (missing.length > 0) throw new Error(`The build context lacks ${missing.join(', ')}.`);
  for (const part of ['apps', 'libs']) linkTree(join(root, 'dist', part), join(cwd, 'dist', part));
}
