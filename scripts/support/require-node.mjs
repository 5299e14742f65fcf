// Every command imports this file first. Any Node.js that knows ESM can parse it.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`errata: Node 20.19 or newer is needed; this is Node ${process.versions.node}.`);
  process.exit(1);
}

// Imported dynamically, because an older Node.js cannot parse these modules.
const { isNeededNode } = await import('./node/needed-node.mjs');
const { endWithWrapper, runInNode } = await import('./node/run-in-node.mjs');

if (isNeededNode()) {
  endWithWrapper();
} else {
  const { ensureNode } = await import('./node/ensure-node.mjs');
  const { runCommand } = await import('./failure.mjs');
  await runCommand(async () => runInNode(await ensureNode()));
  // A failed step has printed the reason, and the command itself must not begin.
  process.exit();
}
