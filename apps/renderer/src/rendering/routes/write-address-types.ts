import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listRegisteredRoutes } from './registered-routes.ts';
import type { RoutedApplication } from './registered-routes.ts';
import type { RoutePath } from './route-table.ts';

const PIECE = /\{(?<inner>[^{}]*)\}|[:*](?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)/gu;

const ENCODED = /(?:%(?:20|[89A-F][\dA-F]))+/g;

const ADDRESSES = 'apps/renderer/src/addresses.d.ts';

/**
 * Writes `addresses.d.ts` when routes have changed. Development calls this at each start; the build
 * writes the same file.
 *
 * ```ts
 * const routed = app.getHttpAdapter().getInstance() as RoutedApplication;
 * if (config.development) writeAddressTypes(routed, config.rootFolder);
 * ```
 */
export function writeAddressTypes(application: RoutedApplication, rootFolder: string): void {
  const path = join(rootFolder, ADDRESSES);
  const text = toAddressTypes(listRegisteredRoutes(application).map((route) => route.path));
  const known = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text !== known) writeFileSync(path, text);
}

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
  // `to` takes literals as the controller writes them, and the adapter has encoded them.
  if (typeof path === 'string') return [path.replace(ENCODED, decodeURIComponent)];
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
