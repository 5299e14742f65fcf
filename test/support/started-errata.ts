import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program } from '../../scripts/support/program.mjs';
import { findFreePorts } from './free-ports.ts';
import { toPass } from './set-up-pass.ts';

export interface StartedErrata {
  readonly url: string;
  readonly relayUrl: string;
  readonly dsn: string;
  readonly dataDir: string;
  /**
   * Header of a browser that has opened the printed set-up link. Empty when Errata has an owner.
   */
  readonly pass: { readonly Cookie: string };
  readonly command: Program;
  end(): Promise<void>;
}

/** Starts both services as `npm start` does, in a folder of their own. */
export async function startErrata(
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedErrata> {
  const [port, relayPort] = (await findFreePorts(2)) as [number, number];
  const dataDir = await mkdtemp(join(tmpdir(), 'errata-'));
  const command = new Program([process.execPath, 'scripts/start.mjs'], {
    env: {
      ...process.env,
      PORT: String(port),
      RELAY_PORT: String(relayPort),
      DATA_DIR: dataDir,
      ...settings,
    },
  });
  await command.untilPrinted('Ctrl-C stops Errata');
  const dsn = / DSN {2}(?<dsn>\S+)/.exec(command.output)?.groups?.['dsn'];
  if (!dsn) throw new Error(`No DSN was printed: ${command.output}`);
  return {
    url: `http://localhost:${port}`,
    relayUrl: `http://127.0.0.1:${relayPort}`,
    dsn,
    dataDir,
    pass: toPass(command.output),
    command,
    end: async () => {
      await command.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
