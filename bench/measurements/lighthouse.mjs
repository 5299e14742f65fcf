import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../scripts/support/failure.mjs';
import { runNpm } from '../../scripts/support/run.mjs';
import { ensureBrowser } from '../../scripts/support/tools/browser.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { startSeeded } from '../fixtures/seeded-errata.mjs';
import { inTurns } from './runs.mjs';

/** Fetched by npm when it is first needed, because it has more packages than Errata itself. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const WITHOUT_SCRIPTS = '--blocked-url-patterns=*.js';

/**
 * Compares the performance score of list and issue on a slow phone with that of the same document
 * whose scripts do not load.
 */
export function measureLighthouse({ rounds }) {
  return inTemporaryFolder(async (folder) => {
    const errata = await startSeeded(folder);
    const report = join(folder, 'lighthouse.json');
    const env = { ...process.env, CHROME_PATH: await ensureBrowser() };
    const take =
      (path, ...options) =>
      () =>
        score(errata.renderer, { path, options, report, env });
    const scores = await inTurns(rounds, {
      list: take('/issues'),
      bareList: take('/issues', WITHOUT_SCRIPTS),
      issue: take('/issues/1'),
      bareIssue: take('/issues/1', WITHOUT_SCRIPTS),
    });
    await errata.end();
    return [
      { figure: 'lighthouse/list', ours: scores.list, bare: scores.bareList },
      { figure: 'lighthouse/issue', ours: scores.issue, bare: scores.bareIssue },
    ];
  });
}

/** Resolves with a score from 0 to 100. Lighthouse asks to be run again when it lost its recording. */
async function score(renderer, { attempts = 3, ...asked }) {
  const { code, output } = await run(renderer, asked);
  if (code !== 0 && attempts > 1) return score(renderer, { ...asked, attempts: attempts - 1 });
  if (code !== 0) throw new Failure('Lighthouse did not run.', output);
  const { categories } = JSON.parse(await readFile(asked.report, 'utf8'));
  return categories.performance.score * 100;
}

function run({ url, pass }, { path, options, report, env }) {
  return runNpm(
    [
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      url + path,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      '--only-categories=performance',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
      `--extra-headers=${JSON.stringify({ Cookie: pass })}`,
      ...options,
    ],
    { env },
  );
}
