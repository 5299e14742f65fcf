import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Program } from '../../scripts/support/program.mjs';
import type { ComposeService } from './compose-file.ts';
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
  readonly #program: Program;
  readonly #image: Image;
  readonly #env: Record<string, string>;

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
    this.#program = this.#run([...image.entrypoint, ...(service.command ?? [])]);
    this.name = name;
  }

  readonly name: string;

  get output(): string {
    return this.#program.printed;
  }

  /** Runs the image's HEALTHCHECK, as the engine does, until it succeeds. */
  async healthy(): Promise<void> {
    const probe = async () => (await this.#run(this.#image.healthcheck).untilEnded()) === 0;
    await this.#program.until('health', probe);
  }

  stop(): Promise<number | string> {
    return this.#program.end();
  }

  end(): Promise<number | string> {
    return this.#program.untilEnded();
  }

  #run([program, ...args]: readonly string[]): Program {
    const script =
      program === 'node' ? [] : [join(this.#image.folder, 'usr/local/bin', program ?? '')];
    return new Program([process.execPath, ...script, ...args], {
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
