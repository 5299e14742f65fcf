import './support/require-node.mjs';
import { runChecks } from './support/checks.mjs';
import { Failure, runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';

await runCommand(async () => {
  await ensureInstalled();
  const { failed } = await runChecks();
  if (failed > 0) throw new Failure(`${failed} of the checks failed.`);
});
