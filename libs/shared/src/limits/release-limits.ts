/** Limits of releases as clients describe them. Lengths are characters. */

/**
 * Releases with a description. When there are more, those that were described first are deleted.
 */
export const describedReleases = 10_000;
export const versionLength = 200;
export const commitsPerRelease = 1000;
export const pathsPerCommit = 1000;
export const refsPerRelease = 100;
export const deploysPerRelease = 100;
export const urlLength = 2000;
/** Characters of a commit id; a SHA-256 hash in hexadecimal fits. */
export const commitIdLength = 64;
/** Characters in names of refs, repositories, authors, environments and deploys. */
export const nameLength = 200;
export const messageLength = 4096;
export const pathLength = 1024;
