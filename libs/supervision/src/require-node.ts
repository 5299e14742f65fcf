/** The oldest supported major version of Node.js; must match `engines` in package.json. */
export const NEEDED_MAJOR = 26;

/**
 * Exits with code 1 and a sentence when Node.js is too old. Call this in an entry before it imports
 * anything, because an import may already fail with an obscure error.
 */
export function requireNode(): void {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= NEEDED_MAJOR) return;
  process.stderr.write(`errata: Node ${NEEDED_MAJOR} or newer is needed; this is Node ${node}.\n`);
  process.exit(1);
}
