import { CAPABILITY_FOLDERS } from '../../.dependency-cruiser.mjs';

const OF_CAPABILITY = new RegExp(`^(?:${CAPABILITY_FOLDERS.join('|')})/(?<inner>.+/.+/.+)$`);

/**
 * @typedef {{ source: string, dependencies: readonly { resolved: string }[] }} Module
 * @typedef {{ from: string, to: string, file: string, imported: string }} Edge
 */

/**
 * Finds folders that import each other in a circle, at every level of the tree, by the modules that
 * dependency-cruiser lists. An import from `a/b/c/x.ts` to `a/d/y.ts` is an edge from `a/b` to
 * `a/d`. Files directly in a folder form no folder beside its sub-folders. The two folders of a
 * capability count as one, so that its pages close no circle that its stores begin.
 *
 * @param {readonly Module[]} modules
 * @param {readonly string[]} leftOut patterns of files that may import in circles
 * @returns {Edge[][]} one circle for each group of folders that reach each other
 */
export function findFolderCircles(modules, leftOut = []) {
  const edgesFrom = listEdges(modules, (file) => leftOut.some((each) => file.search(each) >= 0));
  const known = new Set();
  const circles = [];
  for (const folder of [...edgesFrom.keys()].toSorted()) {
    const circle = known.has(folder) ? undefined : findPath(edgesFrom, folder, folder);
    if (!circle) continue;
    circles.push(circle);
    for (const other of edgesFrom.keys()) {
      if (findPath(edgesFrom, folder, other) && findPath(edgesFrom, other, folder)) {
        known.add(other);
      }
    }
  }
  return circles;
}

/**
 * Writes a circle as a chain of folders, with one import for each step.
 *
 * @param {readonly Edge[]} circle
 */
export function describeCircle(circle) {
  const steps = circle.map(({ to, file, imported }) => `  → ${to}\n      ${file} → ${imported}\n`);
  return `${circle[0].from}\n${steps.join('')}`;
}

/** @returns {Map<string, Edge[]>} edges by the folder from which they lead */
function listEdges(modules, isLeftOut) {
  const edges = new Map();
  for (const { source: file, dependencies } of modules) {
    for (const { resolved: imported } of isLeftOut(file) ? [] : dependencies) {
      const [from, to] = isLeftOut(imported) ? [] : toSiblings(...toOneFolder(file, imported));
      if (from && to) edges.set(`${from} ${to}`, { from, to, file, imported });
    }
  }
  return Map.groupBy(edges.values(), ({ from }) => from);
}

function toOneFolder(...files) {
  const inner = files.map((file) => OF_CAPABILITY.exec(file)?.groups.inner);
  return inner.includes(undefined)
    ? files
    : inner.map((path) => `${CAPABILITY_FOLDERS[0]}/${path}`);
}

/** Returns the two folders in which the paths part, or nothing when one of them is a file. */
function toSiblings(...files) {
  const [one, other] = files.map((file) => file.split('/').slice(0, -1));
  const depth = one.findIndex((name, index) => name !== other[index]);
  if (depth === -1 || depth >= other.length) return [];
  return [one, other].map((names) => names.slice(0, depth + 1).join('/'));
}

/** Finds a shortest path of at least one edge. */
function findPath(edgesFrom, start, end) {
  const paths = [{ folder: start, path: [] }];
  const seen = new Set();
  for (const { folder, path } of paths) {
    for (const edge of edgesFrom.get(folder) ?? []) {
      if (edge.to === end) return [...path, edge];
      if (!seen.has(edge.to)) paths.push({ folder: edge.to, path: [...path, edge] });
      seen.add(edge.to);
    }
  }
  return undefined;
}
