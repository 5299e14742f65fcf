import type { IncomingMessage } from 'node:http';
import type { Access } from './access.ts';

const known = new WeakMap<IncomingMessage, Access>();

export function noteAccess(request: IncomingMessage, access: Access): void {
  known.set(request, access);
}

/** Returns undefined until `Visitors` has identified the sender of the request. */
export function findAccess(request: IncomingMessage): Access | undefined {
  return known.get(request);
}
