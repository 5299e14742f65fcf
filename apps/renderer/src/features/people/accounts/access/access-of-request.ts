import type { IncomingMessage } from 'node:http';
import type { Access } from './access.ts';

const known = new WeakMap<IncomingMessage, Access>();

export function noteAccess(request: IncomingMessage, access: Access): void {
  known.set(request, access);
}

/** Undefined as long as nothing has asked who sent the request. */
export function findAccess(request: IncomingMessage): Access | undefined {
  return known.get(request);
}
