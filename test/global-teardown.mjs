import { rmSync } from 'node:fs';

/** Ends what global-setup.mjs started. */
export default async function teardown() {
  await globalThis.errataTestPostgres?.remove();
  const folder = globalThis.errataMemoryFolder;
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
