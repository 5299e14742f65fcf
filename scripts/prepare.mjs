import { isNeededNode, readNeededMajor } from './support/node/needed-node.mjs';
import { ensureBuilt } from './support/built.mjs';
import { Failure, runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';

/**
 * Installs and builds, as `npm start` does, before a running Errata replaces its services by new
 * ones. A separate process does this, so that it runs the current scripts and checks the Node.js
 * that will run the new build.
 */
await runCommand(async () => {
  if (!isNeededNode()) {
    const { node } = process.versions;
    throw new Failure(
      `The new build needs Node ${readNeededMajor()}, but Errata runs in Node ${node}. Stop Errata and start it again.`,
    );
  }
  await ensureInstalled();
  await ensureBuilt();
});
