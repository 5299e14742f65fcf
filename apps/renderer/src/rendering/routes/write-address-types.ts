import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toAddressTypes } from './address-types.ts';
import { listRegisteredRoutes } from './registered-routes.ts';
import type { RoutedApplication } from './registered-routes.ts';

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
