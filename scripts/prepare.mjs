import './support/require-node.mjs';
import { ensureBuilt } from './support/built.mjs';
import { runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';

/** What `npm start` does first, for one that runs already: in a process of its own, by the code as it is now. */
await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
