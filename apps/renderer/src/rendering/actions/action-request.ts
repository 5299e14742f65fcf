import type { IncomingMessage } from 'node:http';
import type { SettledAction } from './settled-action.ts';

const actions = new WeakSet<IncomingMessage>();

/** The request is for an action of a page. */
export function noteAction(request: IncomingMessage): void {
  actions.add(request);
}

/** Whether a page's route answers the request as an action's; not of a POST to any other route. */
export function isAction(request: IncomingMessage): boolean {
  return actions.has(request);
}

const settled = new WeakMap<IncomingMessage, SettledAction>();

/** The action has settled. */
export function noteSettled(request: IncomingMessage, action: SettledAction): void {
  settled.set(request, action);
}

/** What became of the action; undefined before that, and of a request for none. */
export function findSettled(request: IncomingMessage): SettledAction | undefined {
  return settled.get(request);
}

const thrown = new WeakMap<IncomingMessage, unknown>();

/** The action itself has thrown this, not a guard before it or the page after it. */
export function noteThrown(request: IncomingMessage, error: unknown): void {
  thrown.set(request, error);
}

export function isThrownByAction(request: IncomingMessage, error: unknown): boolean {
  return thrown.has(request) && thrown.get(request) === error;
}
