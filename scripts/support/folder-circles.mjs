/**
 * @typedef {{ source: string, dependencies: readonly { resolved: string }[] }} Module
 * @typedef {{ from: string, to: string, file: string, imported: string }} Edge
 */

/**
 * Finds folders of one parent that import each other in a circle, at every level of the tree. An
 * import from `a/b/c/x.ts` to `a/d/y.ts` is an edge from `b` to `d` below `a`. Files directly in a
 * folder belong to no folder beside its sub-folders.
 *
 * @param {readonly Module[]} modules
 * @returns {Edge[][]} a shortest circle for each group of folders that reach each other
 */
export function findFolderCircles(modules) {
  const edges = [...listEdges(modules).values()].flatMap((targets) => [...targets.values()]);
  const next = Map.groupBy(edges, ({ from }) => from);
  const circles = [];
  const seen = new Set();
  for (const folder of [...next.keys()].toSorted()) {
    const circle = seen.has(folder) ? undefined : findPath(next, folder, folder);
    if (!circle) continue;
    circles.push(circle);
    for (const other of next.keys()) {
      if (findPath(next, folder, other) && findPath(next, other, folder)) seen.add(other);
    }
  }
  return circles;
}

/** @param {readonly Edge[]} circle */
export function describeCircle(circle) {
  const lines = circle.map(
    ({ to, file, imported }) => `  -> ${to}\n     ${file}\n     ${imported}`,
  );
  return [circle[0].from, ...lines].join('\n');
}

function listEdges(modules) {
  const edges = new Map();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = toSiblings(source, resolved);
      if (from === undefined) continue;
      if (!edges.has(from)) edges.set(from, new Map());
      const targets = edges.get(from);
      if (!targets.has(to)) targets.set(to, { from, to, file: source, imported: resolved });
    }
  }
  return edges;
}

/** Returns the two different folders below the innermost folder that holds both files. */
function toSiblings(file, imported) {
  const one = file.split('/').slice(0, -1);
  const other = imported.split('/').slice(0, -1);
  const depth = one.findIndex((name, index) => name !== other[index]);
  if (depth === -1 || depth >= other.length) return [];
  return [one, other].map((names) => names.slice(0, depth + 1).join('/'));
}

function findPath(next, start, end) {
  const ways = [[start, []]];
  const seen = new Set();
  for (const [folder, path] of ways) {
    for (const edge of next.get(folder) ?? []) {
      if (edge.to === end) return [...path, edge];
      if (!seen.has(edge.to)) ways.push([edge.to, [...path, edge]]);
      seen.add(edge.to);
    }
  }
  return undefined;
}
