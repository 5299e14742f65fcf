import * as codeLinkLimits from './code-link-limits.ts';
import type { StackFrame } from '#shared';
import type { CodeLink } from './parse-code-links.ts';

type Place = Pick<StackFrame, 'filename' | 'absPath' | 'module' | 'line'>;

/** A commit at the end of a release, as in `shop@1.4.2+3f2a1bc`, or as the whole release. */
const COMMIT = /(?:^|[@+_.-])([0-9a-f]{7,40})$/i;

export function findCommit(release: string | undefined): string | undefined {
  const commit = COMMIT.exec(release ?? '')?.[1];
  // A short run of digits alone is more likely a date or a build number.
  return commit !== undefined && (commit.length === 40 || /[a-f]/i.test(commit))
    ? commit
    : undefined;
}

export function needsCommit(links: readonly CodeLink[]): boolean {
  return links.some(({ address }) => address.includes('{commit}'));
}

/**
 * Returns the URL of a frame's source code, from the first link that matches the frame's path and
 * whose placeholders all have values. Returns undefined when there is no such link.
 */
export function toCodeAddress(
  place: Place,
  links: readonly CodeLink[],
  commit: string | undefined,
): string | undefined {
  for (const { pattern, address } of links) {
    if (commit === undefined && address.includes('{commit}')) continue;
    const path = findPath(place, pattern);
    if (path === undefined) continue;
    const values: Readonly<Record<string, string>> = {
      '{path}': path.split('/').map(encodeURIComponent).join('/'),
      '{line}': String(place.line ?? 1),
      '{commit}': encodeURIComponent(commit ?? ''),
    };
    const found = address.replaceAll(/\{(?:path|line|commit)\}/g, (name) => values[name] ?? '');
    if (found.length <= codeLinkLimits.addressLength) return found;
  }
  return undefined;
}

const COMMIT_ID = /^[0-9a-f]{7,64}$/i;
const COMMIT_PAGES: readonly (readonly [code: RegExp, page: string])[] = [
  [/^(?<repository>https?:\/\/.+)\/-\/(?:blob|tree|blame)\//, '/-/commit/'],
  [/^(?<repository>https:\/\/bitbucket\.org\/[^/]+\/[^/]+)\/src\//, '/commits/'],
  [/^(?<repository>https?:\/\/.+)\/src\/(?:commit|branch|tag)\//, '/commit/'],
  [/^(?<repository>https?:\/\/[^/]+\/[^/]+\/[^/]+)\/(?:blob|tree|blame)\//, '/commit/'],
];

/**
 * Returns the page of a commit that changed the file at `place`, in the repository of the first
 * link that matches. Knows GitHub, GitLab, Bitbucket, Gitea and Forgejo by their addresses of code.
 */
export function toCommitAddress(
  place: Place,
  links: readonly CodeLink[],
  commit: string,
): string | undefined {
  if (!COMMIT_ID.test(commit)) return undefined;
  for (const { pattern, address } of links) {
    if (findPath(place, pattern) === undefined) continue;
    for (const [code, page] of COMMIT_PAGES) {
      const repository = code.exec(address)?.groups?.['repository'];
      if (repository !== undefined && !repository.includes('{')) {
        return `${repository}${page}${commit}`;
      }
    }
  }
  return undefined;
}

function findPath(place: Place, pattern: string): string | undefined {
  for (const sent of listPaths(place)) {
    const path = sent.replaceAll('\\', '/').replace(/[?#].*$/, '');
    const end = path.length > codeLinkLimits.pathLength ? undefined : findEnd(path, pattern);
    const rest = end === undefined ? '' : path.slice(end);
    const names = rest.split('/');
    if (rest !== '' && !names.some((name) => name === '' || name === '..')) return rest;
  }
  return undefined;
}

/** Returns the paths by which a frame names its file, the most precise one first. */
export function listPaths({ filename, absPath, module }: Place): readonly string[] {
  const paths = [filename, absPath].filter((path) => path !== undefined);
  // Java SDKs send the package in `module`, and the file name without its folder.
  const isOfPackage = /^[^/\\]+\.(?:java|kt|scala|groovy)$/.test(filename ?? '');
  const folder = isOfPackage ? module?.split('.').slice(0, -1).join('/') : undefined;
  return folder ? [`${folder}/${filename}`, ...paths] : paths;
}

/**
 * Returns where the shortest match of the pattern ends in the path. A match begins with the path
 * or, unless the pattern begins with a slash or a scheme, with any folder in the path. All partial
 * matches advance together, so that no path makes matching slow.
 */
function findEnd(path: string, pattern: string): number | undefined {
  const isRooted = /^(?:\/|\w+:)/.test(pattern);
  let ends: readonly number[] = [0, ...(isRooted ? [] : listFolders(path))];
  for (const part of pattern.split(/(\*\*?)/)) {
    const next = new Set<number>();
    for (const end of ends) {
      if (!part.startsWith('*')) {
        if (path.startsWith(part, end)) next.add(end + part.length);
        continue;
      }
      const slash = part === '*' ? path.indexOf('/', end) : -1;
      const last = slash === -1 ? path.length : slash;
      for (let at = end; at <= last && !(at > end && next.has(at)); at += 1) next.add(at);
    }
    ends = [...next];
  }
  return ends.length === 0 ? undefined : ends.reduce((one, other) => Math.min(one, other));
}

function listFolders(path: string): readonly number[] {
  return [...path.matchAll(/\//g)].map(({ index }) => index + 1);
}
