import { rm } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildBarePages } from '../processes/bare.mjs';
import { findFreePorts } from '../processes/free-ports.mjs';
import { ProcessGroup } from '../processes/process-group.mjs';
import { SeededErrata } from '../processes/seeded-errata.mjs';
import { inTemporaryFolder } from '../processes/temporary-folder.mjs';
import { inTurns } from './runs.mjs';

const RUNS = 5;
const ASK_EVERY_MS = 10;
const GIVE_UP_MS = 30_000;

/** From the command to the first page answered, with 250 issues in the data folder or an empty one. */
export function measureStart() {
  return inTemporaryFolder(async (folder) => {
    const errata = await SeededErrata.start(folder);
    await errata.stop();
    const dataDir = join(folder, 'data');
    const emptyDir = join(folder, 'empty');
    const node = [process.execPath, ['scripts/start.mjs']];
    const script = await buildBarePages();
    const bareArgs = [script, errata.payloadFile, join(folder, 'bare.sqlite')];
    const taken = await inTurns(RUNS, {
      npm: () => untilFirstPage(npmStart(), { DATA_DIR: dataDir }),
      bare: () => untilFirstPage([process.execPath, bareArgs], {}),
      node: () => untilFirstPage(node, { DATA_DIR: dataDir }),
      first: async () => {
        await rm(emptyDir, { recursive: true, force: true });
        return untilFirstPage(npmStart(), { DATA_DIR: emptyDir });
      },
    });
    return [
      { figure: 'start/npm', ours: taken.npm, bare: taken.bare },
      { figure: 'start/npm-first', ours: taken.first, bare: taken.bare },
      { figure: 'start/node', ours: taken.node, bare: taken.bare },
    ];
  });
}

/** The npm that runs this, or else the one on the PATH. */
function npmStart() {
  const npm = process.env['npm_execpath'];
  return npm && /npm-cli\.c?js$/.test(npm)
    ? [process.execPath, [npm, 'start']]
    : ['npm', ['start']];
}

/** Milliseconds; nothing of the command is left when this resolves. */
async function untilFirstPage(command, settings) {
  const [port, relayPort] = await findFreePorts(2);
  const startMs = performance.now();
  const group = new ProcessGroup(command, {
    ...settings,
    PORT: String(port),
    RELAY_PORT: String(relayPort),
  });
  try {
    // Where the link leads that the start prints.
    await untilAnswered(`http://127.0.0.1:${port}/setup`, group);
    return performance.now() - startMs;
  } finally {
    await group.stop();
  }
}

async function untilAnswered(url, group) {
  const giveUpMs = performance.now() + GIVE_UP_MS;
  while (!(await isAnswered(url))) {
    group.checkRuns();
    if (performance.now() > giveUpMs) throw new Error(`${url} did not answer in ${GIVE_UP_MS} ms.`);
    await pause(ASK_EVERY_MS);
  }
}

function isAnswered(url) {
  return new Promise((resolve) => {
    const headers = { accept: 'text/html' };
    const request = get(url, { agent: false, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200));
    });
    request.on('error', () => resolve(false));
  });
}
