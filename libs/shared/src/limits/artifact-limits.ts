/** What source maps and other artifacts of builds are bound by. */

const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

/** Of one chunk of an upload. A power of two: sentry-cli until 2.39 asks for one. */
export const chunkBytes = 8 * MIB;
export const chunksPerRequest = 64;
/** Of a bundle, as it is uploaded. */
export const bundleBytes = 1024 * MIB;
/** Of the chunks that no bundle has used yet, over all projects. */
export const waitingBytes = 1024 * MIB;
/** Chunks that no bundle has used until then are removed. */
export const waitingMs = 24 * HOUR_MS;
export const chunksPerBundle = bundleBytes / chunkBytes + 1;
/** Of one file in a bundle, unpacked. */
export const fileBytes = 64 * MIB;
/** Of all files in a bundle, unpacked. */
export const unpackedBytes = 2048 * MIB;
export const filesPerBundle = 20_000;
export const manifestBytes = 16 * MIB;
/** Of an address, a release or a distribution. Characters. */
export const textLength = 1000;
export const releaseLength = 200;
/** For how long a file without a map is told of after its last event. */
export const missesMs = 24 * HOUR_MS;
/** In one transaction. */
export const missesRemoved = 500;
/** On the page of a project. */
export const missesShown = 50;
export const bundlesShown = 50;
/** Of the storage budget, for map tables. */
export const budgetShare = 0.2;
/** For how long an upload stays, whatever the budget says. */
export const keptMs = HOUR_MS;
/** That an event needed an upload is written at most this often. */
export const usedAfterMs = 24 * HOUR_MS;
/** Of a project. */
export const waitingBundles = 20;
/** Of all map tables of a bundle. */
export const tableBytes = 512 * MIB;
/** Files without a map that are remembered of a project. */
export const missesPerProject = 1000;
