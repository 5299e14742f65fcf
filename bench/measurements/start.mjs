import { toEnvironment } from '../processes/environment.mjs';
import { findFreePorts } from '../../scripts/support/ports.mjs';
import { fetchHtml } from '../processes/page-times.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { Program } from '../../scripts/support/program.mjs';
import { fillSeeded } from '../fixtures/seeded-errata.mjs';

const ASK_EVERY_MS = 10;

/**
 * Measures the time from `npm start` to the first page answered, with 250 issues in the data
 * folder.
 */
export function measureStart({ rounds }) {
  return inTemporaryFolder(async (folder) => {
    const dataDir = await fillSeeded(folder);
    const ours = [];
    while (ours.length < rounds) ours.push(await untilFirstPage(dataDir));
    return [{ figure: 'start/npm', ours }];
  });
}

/**
 * Runs `npm start`. Resolves with the milliseconds until its first page, after every process of the
 * command has ended.
 */
async function untilFirstPage(dataDir) {
  const [port, relayPort] = await findFreePorts(2);
  const ports = { PORT: String(port), RELAY_PORT: String(relayPort) };
  const env = toEnvironment({ DATA_DIR: dataDir, ...ports });
  const startMs = performance.now();
  const npm = new Program(npmStart(), { env, isGroup: true });
  try {
    const url = `http://127.0.0.1:${port}/setup`;
    await npm.until('first page', () => isAnswered(url), { everyMs: ASK_EVERY_MS });
    return performance.now() - startMs;
  } finally {
    await npm.end();
  }
}

function npmStart() {
  const npm = process.env['npm_execpath'];
  return npm && /npm-cli\.c?js$/.test(npm) ? [process.execPath, npm, 'start'] : ['npm', 'start'];
}

async function isAnswered(url) {
  try {
    await fetchHtml(url);
    return true;
  } catch {
    return false;
  }
}
