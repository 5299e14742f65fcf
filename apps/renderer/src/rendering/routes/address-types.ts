import type { RoutePath } from './route-table.ts';

/** A part of a path that may be left out, and the names in the rest. */
const PIECE = /\{(?<inner>[^{}]*)\}|[:*](?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)/gu;

/** The text of the file that tells the compiler the addresses which `to` takes: all paths of these routes that are texts. */
export function toAddressTypes(paths: readonly RoutePath[]): string {
  const patterns = new Set(paths.flatMap(listPatterns));
  const lines = [...patterns]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((pattern) => `    '${pattern}': ${toParts(pattern)};`);
  return [
    '// Written by the build from the routes of the application.',
    "import type { AddressPart } from '#shared';",
    '',
    'declare global {',
    '  interface ApplicationAddresses {',
    ...lines,
    '  }',
    '}',
    '',
  ].join('\n');
}

function listPatterns(path: RoutePath): readonly string[] {
  if (path instanceof RegExp) return [];
  if (typeof path === 'string') return [path];
  return path.flatMap(listPatterns);
}

function toParts(pattern: string): string {
  const parts = [...pattern.matchAll(PIECE)].flatMap(({ groups }) => {
    const { name, inner } = groups ?? {};
    if (name !== undefined) return [`${name}: AddressPart`];
    return [...(inner ?? '').matchAll(PIECE)].map(
      (piece) => `${piece.groups?.['name']}?: AddressPart`,
    );
  });
  return parts.length === 0 ? '{}' : `{ ${parts.join('; ')} }`;
}
