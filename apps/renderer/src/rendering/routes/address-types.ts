import type { RoutePath } from './route-table.ts';

const PIECE = /\{(?<inner>[^{}]*)\}|[:*](?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)/gu;

/**
 * Returns the text of `addresses.d.ts`, which declares the addresses that `to` accepts. Paths that
 * are regular expressions are left out.
 */
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
