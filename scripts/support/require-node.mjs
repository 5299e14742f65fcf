// Imported before anything else by every command; written so that any Node that knows ESM reads it.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`errata: Node 20.19 or newer is needed; this is Node ${process.versions.node}.`);
  process.exit(1);
}
