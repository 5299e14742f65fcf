/** The oldest major version of Node.js that what is built runs with: `engines` of package.json. */
export const NEEDED_MAJOR = 26;

/**
 * For an entry that people start by `node`, before it imports anything: ends a process of an older Node.js with exit code
 * 1 and a sentence, where it would fail with whatever it does not know first.
 */
export function requireNode(): void {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= NEEDED_MAJOR) return;
  process.stderr.write(`errata: Node ${NEEDED_MAJOR} or newer is needed; this is Node ${node}.\n`);
  process.exit(1);
}
