import type { IncomingMessage } from 'node:http';

const actions = new WeakSet<IncomingMessage>();

/** The request is for an action of a page. */
export function noteAction(request: IncomingMessage): void {
  actions.add(request);
}

/** Whether a page's route answers the request as an action's; not of a POST to any other route. */
export function isAction(request: IncomingMessage): boolean {
  return actions.has(request);
}
