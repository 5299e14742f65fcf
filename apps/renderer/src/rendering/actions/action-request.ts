import type { IncomingMessage } from 'node:http';
import type { SettledAction } from './settled-action.ts';

const actions = new WeakSet<IncomingMessage>();

export function noteAction(request: IncomingMessage): void {
  actions.add(request);
}

/** True for a POST to the route of a page. A POST to any other route is not an action. */
export function isAction(request: IncomingMessage): boolean {
  return actions.has(request);
}

const settled = new WeakMap<IncomingMessage, SettledAction>();

export function noteSettled(request: IncomingMessage, action: SettledAction): void {
  settled.set(request, action);
}

/**
 * Returns how the request's action ended; undefined before the end, and for a request without an
 * action.
 *
 * ```ts
 * // An action may have changed the visitor's rights: what was read before it is stale.
 * const known = this.asked.get(request);
 * if (known && known.after === findSettled(request)) return known.access;
 * ```
 */
export function findSettled(request: IncomingMessage): SettledAction | undefined {
  return settled.get(request);
}

const thrown = new WeakMap<IncomingMessage, unknown>();

export function noteThrown(request: IncomingMessage, error: unknown): void {
  thrown.set(request, error);
}

export function isThrownByAction(request: IncomingMessage, error: unknown): boolean {
  return thrown.has(request) && thrown.get(request) === error;
}
