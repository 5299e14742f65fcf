/** What clients may tell of releases. Lengths are characters. */

/** When there are more, those that were told of first go. */
export const toldReleases = 10_000;
export const versionLength = 200;
/** The newest are kept. */
export const commitsPerRelease = 1000;
export const pathsPerCommit = 1000;
export const refsPerRelease = 100;
/** The latest are kept. */
export const deploysPerRelease = 100;
export const urlLength = 2000;
/** Room for a hash of SHA-256 as hexadecimal digits. */
export const commitIdLength = 64;
/** Of refs, repositories, authors, environments and deploys. */
export const nameLength = 200;
export const messageLength = 4096;
export const pathLength = 1024;
