import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../scripts/support/root.mjs';
import { copyBuildContext } from './build-context.ts';
import { readDockerfile } from './dockerfile.ts';
import type { Instruction, Stage } from './dockerfile.ts';

/** What the last stage of the Dockerfile makes, as a folder of this machine. */
export interface Image {
  /** Its `/`. */
  readonly folder: string;
  /** Of the container: a path inside. */
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly healthcheck: readonly string[];
}

interface StageState {
  readonly folder: string;
  readonly folders: ReadonlyMap<string, string>;
  readonly env: Record<string, string>;
  workdir: string;
  user: string;
  healthcheck: readonly string[];
}

/**
 * Does in folders what an engine would do with the Dockerfile: its COPY, its build and its pruning
 * are carried out as they stand there. Two things are not: system packages, and fetching the
 * packages from a registry, which are taken from this checkout, where `npm install` has put them.
 */
export async function makeImage(folder: string): Promise<Image> {
  const folders = new Map<string, string>();
  let state: StageState | undefined;
  for (const stage of readDockerfile(join(root, 'Dockerfile'))) {
    // A stage copies from those before it.
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
    folder,
    folders,
    env: {},
    workdir: '/',
    user: 'root',
    healthcheck: [],
  };
  for (const instruction of instructions) {
    // Each stands on the one before it.
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
    case 'CMD':
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
  for (const path of paths.slice(0, -1)) {
    const to = paths.at(-1)?.endsWith('/') ? join(target, basename(path)) : target;
    // What comes from this checkout must not be reached through a link: npm may write to it.
    if (stage) linkTree(join(state.folders.get(stage) ?? '', path), to);
    else copyFileSync(join(root, path), to);
  }
}

/** Hard links where the system has them: the packages alone are some hundred megabytes. */
function linkTree(from: string, to: string): void {
  try {
    execFileSync('cp', ['-a', '-l', from, to], { stdio: 'ignore' });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-R', from, to]);
  }
}

const KNOWN_STEP =
  /^(?:npm (?:run build|prune --omit=dev)|node scripts\/prune-packages\.mjs node_modules)$/;

function runStep(command: string, { folder, workdir }: StageState): void {
  const cwd = join(folder, workdir);
  if (command.startsWith('apt-get ')) return;
  if (command.startsWith('npm install ')) {
    // Of a checkout that shares the packages of another this is a link: what follows would change them there.
    const packages = realpathSync(join(root, 'node_modules'));
    linkTree(packages, join(cwd, 'node_modules'));
    // npm rewrites this one in place, and must not through a link.
    const list = join(cwd, 'node_modules', '.package-lock.json');
    rmSync(list);
    copyFileSync(join(packages, '.package-lock.json'), list);
    return;
  }
  if (command.startsWith('install -d ')) {
    mkdirSync(join(folder, command.split(' ').at(-1) ?? ''), { recursive: true });
    return;
  }
  if (!KNOWN_STEP.test(command)) {
    throw new Error(`The Dockerfile runs \`${command}\`, which the spec does not know.`);
  }
  const { NODE_ENV: _, ...env } = process.env;
  execFileSync('sh', ['-c', command], { cwd, env, stdio: 'pipe' });
}
