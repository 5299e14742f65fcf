import './support/require-node.mjs';
import { ensureBuilt } from './support/built.mjs';
import { runChecks } from './support/checks.mjs';
import { reportFailure } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';
import { writeOnOwnLine } from './support/output.mjs';
import { runSpecs } from './support/specs.mjs';
import { endWithNpm } from './support/signals.mjs';
import { ensureBrowser, ensureHeadlessShell } from './support/tools/browser.mjs';
import { ensureTool } from './support/tools/ensure-tool.mjs';
import { ensurePythonSdk } from './support/tools/python-sdk.mjs';
import { caddy, firefox, nginx, strace } from './support/tools/tools.mjs';

endWithNpm();

const all = process.argv.includes('--all');
const named = process.argv.slice(2).filter((argument) => argument !== '--all');
const totals = { passed: 0, failed: 0 };
let specsPassed = 0;
let passedAlone;

function count({ passed, failed }) {
  totals.passed += passed;
  totals.failed += failed;
}

async function attempt(work) {
  try {
    await work();
  } catch (error) {
    reportFailure(error);
    totals.failed += 1;
  }
}

async function check() {
  // Checks run one at a time, because the specs run meanwhile and leave only a third of the CPU
  // time.
  count(await runChecks({ atOnce: 1 }));
}

async function fetchTools() {
  return {
    ERRATA_CHROMIUM: await ensureBrowser(),
    ERRATA_HEADLESS_SHELL: await ensureHeadlessShell(),
    ERRATA_FIREFOX: await ensureTool(firefox),
    ERRATA_PYTHON_SDK: await ensurePythonSdk(),
    ERRATA_STRACE: await ensureTool(strace),
    ERRATA_NGINX: await ensureTool(nginx),
    ERRATA_CADDY: await ensureTool(caddy),
  };
}

async function runAllSpecs() {
  const tools = await fetchTools();
  const specs = await runSpecs({ named, all }, ensureBuilt, tools);
  ({ passed: specsPassed, passedAlone } = specs);
  count(specs);
}

await attempt(async () => {
  await ensureInstalled();
  const works = named.length === 0 ? [check, runAllSpecs] : [runAllSpecs];
  await Promise.all(works.map(attempt));
});

if (passedAlone) writeOnOwnLine(passedAlone);
// `.ci/run` reads this line, so it comes last and stands alone.
writeOnOwnLine(`${totals.passed} passed, ${totals.failed} failed\n`);
process.exitCode = totals.failed > 0 || specsPassed === 0 ? 1 : 0;
