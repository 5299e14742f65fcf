/** Bounds of source maps and other artifacts of builds. */

const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

/** Size of a chunk. A power of two: sentry-cli until 2.39 asks for one. */
export const chunkBytes = 8 * MIB;
export const chunksPerRequest = 64;
/** Size of an uploaded bundle. */
export const bundleBytes = 1024 * MIB;
/** Size of all chunks that no bundle has used yet, over all projects. */
export const waitingBytes = 1024 * MIB;
/** Chunks that no bundle has used until then are removed. */
export const waitingMs = 24 * HOUR_MS;
export const chunksPerBundle = bundleBytes / chunkBytes + 1;
/** Size of one unpacked file of a bundle. */
export const fileBytes = 64 * MIB;
/** Size of all unpacked files of a bundle. */
export const unpackedBytes = 2048 * MIB;
export const filesPerBundle = 20_000;
export const manifestBytes = 16 * MIB;
/** Bytes of an address. */
export const textLength = 1000;
export const releaseLength = 200;
/** For how long a file without a map is told of after its last event. */
export const missesMs = 24 * HOUR_MS;
/** Rows of files without a map that one transaction removes. */
export const missesRemoved = 500;
/** Rows on the page of a project. */
export const missesShown = 50;
export const bundlesShown = 50;
/** The share of the storage budget that map tables may take. */
export const budgetShare = 0.2;
/** For how long an upload stays, whatever the budget says. */
export const keptMs = HOUR_MS;
/** The use of an upload is written at most this often. */
export const usedAfterMs = 24 * HOUR_MS;
/** Bundles of one project that wait at once. */
export const waitingBundles = 20;
/** Size of all map tables of a bundle. */
export const tableBytes = 512 * MIB;
/** Files without a map that are remembered of a project. */
export const missesPerProject = 1000;
