import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ComposeService } from './compose-file.ts';
import { eventually } from './eventually.ts';
import type { Image } from './image.ts';

const UNPRIVILEGED_ID = 65_534;

interface Place {
  readonly folder: string;
  /** Replacements of names and ports of the compose network by addresses of this machine. */
  readonly addresses: Readonly<Record<string, string>>;
}

/**
 * A service of the compose file, run from the image's folder as far as possible without an engine.
 * The service gets the command, environment and volumes of the file, and nothing of this process's
 * environment. Where the tests run as root, the service runs as another user without the right to
 * write to the tree.
 */
export class Container {
  readonly #child: ChildProcess;
  readonly #image: Image;
  readonly #env: Record<string, string>;
  #output = '';

  constructor(name: string, service: ComposeService, image: Image, { folder, addresses }: Place) {
    this.#image = image;
    const mounts = makeMounts(service, folder);
    const env: Record<string, string> = { ...image.env, ...service.environment };
    this.#env = Object.fromEntries(
      Object.entries(env).map(([key, value]) => [
        key,
        mounts.get(value) ?? translate(value, addresses),
      ]),
    );
    this.#child = this.#spawn([...image.entrypoint, ...(service.command ?? [])]);
    const keep = (chunk: Buffer): string => (this.#output += chunk.toString());
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    this.name = name;
  }

  readonly name: string;

  get output(): string {
    return this.#output;
  }

  /** Runs the image's HEALTHCHECK, as the engine does, until it succeeds. */
  async healthy(): Promise<void> {
    await eventually(`${this.name} to be healthy`, async () => {
      if (this.#child.exitCode !== null) throw new Error(this.#output);
      const probe = this.#spawn(this.#image.healthcheck);
      const [code] = (await once(probe, 'close')) as [number | null];
      return code === 0;
    });
  }

  async stop(): Promise<number | null> {
    if (this.#child.exitCode === null) this.#child.kill('SIGTERM');
    return this.end();
  }

  async end(): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    const [code] = (await once(this.#child, 'close')) as [number | null];
    return code;
  }

  #spawn([program, ...args]: readonly string[]): ChildProcess {
    const script =
      program === 'node' ? [] : [join(this.#image.folder, 'usr/local/bin', program ?? '')];
    return spawn(process.execPath, [...script, ...args], {
      cwd: join(this.#image.folder, this.#image.workdir),
      env: this.#env,
      ...unprivileged(),
    });
  }
}

/** Returns the user `nobody` when this process may change users and `nobody` can run Node.js. */
function unprivileged(): { uid: number; gid: number } | undefined {
  const user = { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID };
  if (process.getuid?.() !== 0) return undefined;
  return spawnSync(process.execPath, ['--version'], { cwd: '/', ...user }).status === 0
    ? user
    : undefined;
}

function makeMounts({ volumes }: ComposeService, folder: string): Map<string, string> {
  const user = unprivileged();
  return new Map(
    volumes.map((volume) => {
      const [name = '', target = ''] = volume.split(':');
      const path = join(folder, 'volumes', name);
      mkdirSync(path, { recursive: true });
      if (user) chownSync(path, user.uid, user.gid);
      chmodSync(path, 0o700);
      return [target, path];
    }),
  );
}

function translate(text: string, addresses: Readonly<Record<string, string>>): string {
  return Object.entries(addresses).reduce(
    (translated, [there, here]) => translated.replaceAll(there, here),
    text,
  );
}
