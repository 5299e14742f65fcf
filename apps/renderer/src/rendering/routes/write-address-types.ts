import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toAddressTypes } from './address-types.ts';
import { listRegisteredRoutes } from './registered-routes.ts';
import type { RoutedApplication } from './registered-routes.ts';

/** Where the compiler learns the addresses of the application, from the root. */
const ADDRESSES = 'apps/renderer/src/addresses.d.ts';

/** In development, as the build does: writes the types of addresses anew where routes have changed since. */
export function writeAddressTypes(application: RoutedApplication, rootFolder: string): void {
  const path = join(rootFolder, ADDRESSES);
  const text = toAddressTypes(listRegisteredRoutes(application).map((route) => route.path));
  const known = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text !== known) writeFileSync(path, text);
}
