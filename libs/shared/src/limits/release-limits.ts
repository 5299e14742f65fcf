/** Releases that clients describe. Lengths are characters. */

/** Beyond this the releases that were described first are deleted. */
export const describedReleases = 10_000;
export const versionLength = 200;
export const commitsPerRelease = 1000;
export const pathsPerCommit = 1000;
export const refsPerRelease = 100;
export const deploysPerRelease = 100;
export const urlLength = 2000;
/** Room for a SHA-256 hash in hexadecimal. */
export const commitIdLength = 64;
/** Names of refs, repositories, authors, environments and deploys. */
export const nameLength = 200;
export const messageLength = 4096;
export const pathLength = 1024;
