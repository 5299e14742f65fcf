import type { Flash, LinkTarget } from '#shared';

/**
 * 303 makes the browser send a GET. 307 and 308 repeat the request with its method; 308 is
 * permanent.
 */
export type RedirectStatus = 303 | 307 | 308;

/**
 * Redirects the request when a guard, pipe, loader or action throws it. `address` is a path from
 * the application's root (`/issues?page=2`) or an absolute http or https URL. The target page shows
 * `flash`.
 *
 * ```ts
 * await this.projects.delete(project);
 * const flash = { text: `${project.name} is deleted.` };
 * throw new RedirectException(to('/settings/projects'), 303, flash);
 * ```
 *
 * The class does not extend HttpException, because a product's own filters may catch that class.
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
