import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../../scripts/support/root.mjs';
import { LOAD_CORE, nodeOn } from './cores.mjs';
import { toEnvironment } from './environment.mjs';

const autocannon = fileURLToPath(import.meta.resolve('autocannon'));
const sender = join(root, 'bench', 'programs', 'report-sender.mjs');

/**
 * Requests a page for some seconds, as fast as answers come or at a rate. Resolves with the pages
 * per second. Rejects when a status is not 2xx or an answer is missing.
 */
export async function loadPages(url, { seconds, connections = 10, perSecond, cookie, token }) {
  const result = await runLoad([
    autocannon,
    ...['--json', '--connections', connections, '--duration', seconds].map(String),
    ...(cookie ? ['--headers', `Cookie=${cookie}`] : []),
    ...(token ? ['--headers', `Authorization=Bearer ${token}`] : []),
    ...(perSecond ? ['--overallRate', String(perSecond)] : []),
    url,
  ]);
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of the answers of ${url} were no pages.`);
  return result.requests.total / result.duration;
}

/**
 * Sends reports to a relay or its bare counterpart. Rejects when a report was not acknowledged.
 *
 * @param {{ kind?: 'events' | 'logs' | 'spans', connections?: number, groups?: number, seed: number,
 *   reports?: number, seconds?: number, perSecond?: number, isTimed?: boolean }} options as
 *   report-sender.mjs takes them
 * @returns {Promise<{ acknowledged: number, startedAtMs: number, seconds: number, p99Ms: number,
 *   sentAtMs: Record<string, number> }>} `startedAtMs`: when the first report was sent; `sentAtMs`:
 *   when each event was sent, by its id
 */
export async function loadReports(url, options) {
  const work = { url, kind: 'events', connections: 32, groups: 100, ...options };
  const result = await runLoad([sender, JSON.stringify(work)]);
  if (result.acknowledged === result.sent) return result;
  throw new Error(`Reports were refused: ${JSON.stringify(result.refused)}.`);
}

async function runLoad(args) {
  const [program, ...programArgs] = nodeOn(args, LOAD_CORE);
  const { stdout } = await promisify(execFile)(program, programArgs, {
    cwd: root,
    env: toEnvironment({}),
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}
