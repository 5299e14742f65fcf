const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

/**
 * Size of an upload's chunks. The size is a power of two, because sentry-cli up to 2.39 requires
 * one.
 */
export const chunkBytes = 8 * MIB;
export const chunksPerRequest = 64;
export const bundleBytes = 1024 * MIB;
/** Chunks that wait to be assembled, of each holder of tokens and of all. */
export const waitingBytes = 1024 * MIB;
export const waitingBytesOfAll = 4096 * MIB;
/** Chunks that no bundle has used within this time are deleted. */
export const waitingMs = 24 * HOUR_MS;
export const chunksPerBundle = bundleBytes / chunkBytes + 1;
export const fileBytes = 64 * MIB;
export const unpackedBytes = 2048 * MIB;
export const filesPerBundle = 20_000;
export const manifestBytes = 16 * MIB;
export const textLength = 1000;
export const releaseLength = 200;
/** A file without a source map is listed for this long after its last event. */
export const missesMs = 24 * HOUR_MS;
export const missesRemoved = 500;
export const missesShown = 50;
export const bundlesShown = 50;
/** Share of the storage budget that tables made from source maps may use. */
export const budgetShare = 0.2;
/** An upload is kept at least this long after its last use, even when the budget is exceeded. */
export const keptMs = HOUR_MS;
export const usedAfterMs = 24 * HOUR_MS;
export const waitingBundles = 20;
/** Attempts to assemble a bundle. Others would wait behind one that is tried for ever. */
export const attempts = 3;
/**
 * Bytes of map tables that are expected for each byte of a bundle. Errata's own maps have 3.1
 * together, and React's map 4.4.
 */
export const tablesOfZip = 4.5;
export const tableBytes = 512 * MIB;
export const missesPerProject = 1000;
