import type { Flash, LinkTarget } from '#shared';

/** 303 asks for a page; 307 and 308 keep the request's method, 308 for good. */
export type RedirectStatus = 303 | 307 | 308;

/**
 * Thrown by a guard, a pipe, a loader or a layout whose answer is elsewhere. `address` is one within
 * the application (`/issues?page=2`), from its root, or an absolute URL of http or https; `flash` is what
 * the visitor is told there. No HttpException, which a product's own filters may answer.
 */
export class RedirectException extends Error {
  constructor(
    readonly address: LinkTarget,
    readonly redirectStatus: RedirectStatus = 303,
    readonly flash?: Flash,
  ) {
    super(`The answer is at ${address}.`);
    this.name = 'RedirectException';
  }
}
