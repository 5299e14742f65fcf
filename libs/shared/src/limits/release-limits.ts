/** Limits of releases as clients describe them. Lengths are characters. */

/** Releases with a description. Beyond them, the projects that share most lose their oldest one. */
export const describedReleases = 10_000;
export const versionLength = 200;
export const commitsPerRelease = 1000;
export const pathsPerCommit = 1000;
/** A commit that changes more files is not found by them. */
export const foundPathsPerCommit = 100;
export const refsPerRelease = 100;
export const deploysPerRelease = 100;
export const urlLength = 2000;
export const commitIdLength = 64;
export const nameLength = 200;
export const messageLength = 4096;
export const pathLength = 1024;
