import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { write, writeOnOwnLine } from './output.mjs';
import { root } from './root.mjs';
import { runNode } from './run.mjs';
import { elapsed } from './steps.mjs';

const SOURCES = ['apps', 'libs', 'scripts', 'bench', 'prove', 'test'].filter((folder) =>
  existsSync(join(root, folder)),
);

const CHECKS = [
  {
    name: 'dead code',
    bin: 'knip/bin/knip.js',
    args: ['--no-progress', '--no-config-hints'],
  },
  {
    name: 'format',
    bin: 'oxfmt/bin/oxfmt',
    args: ['--check'],
  },
  {
    // The linter works out all types anyway, so it reports the compiler's errors as well.
    name: 'lint and types',
    bin: 'oxlint/bin/oxlint',
    args: ['--type-aware', '--type-check', '--report-unused-disable-directives'],
  },
  { name: 'dependency rules', script: 'scripts/check-imports.mjs', args: SOURCES },
  { name: 'workflows', script: 'scripts/check-workflows.mjs', args: [] },
  { name: 'comments', script: 'scripts/check-comments.mjs', args: [] },
];

/**
 * Runs every check. Prints a line for each, and the output of checks that fail or warn.
 *
 * @param {{ atOnce?: number }} [options] how many checks run side by side; the default suits two
 *   cores
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks({ atOnce = 2 } = {}) {
  const waiting = [...CHECKS];
  const totals = { passed: 0, failed: 0 };
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      totals[(await runCheck(check)) ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return totals;
}

async function runCheck({ name, bin, script = join('node_modules', bin), args }) {
  const startMs = performance.now();
  const { code, output } = await runNode([join(root, script), ...args]);
  writeOnOwnLine(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${elapsed(startMs)})\n`);
  if (code !== 0 || /[1-9]\d* warnings?/.test(output)) write(`${output.trimEnd()}\n`);
  return code === 0;
}
