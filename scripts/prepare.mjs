import { isNeededNode, readNeededMajor } from './support/node/needed-node.mjs';
import { ensureBuilt } from './support/built.mjs';
import { Failure, runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';

/**
 * What `npm start` does first, for one that runs already: in a process of its own, by the code as it is now, and in the
 * Node.js that will run what is built.
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
