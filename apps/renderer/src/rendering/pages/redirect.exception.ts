import type { Flash, LinkTarget } from '#shared';

/**
 * 303 makes the browser send a GET. 307 and 308 repeat the request with its method; 308 is
 * permanent.
 */
export type RedirectStatus = 303 | 307 | 308;

/**
 * Guards, pipes, loaders, layouts and actions throw this when the answer is elsewhere. `address`
 * starts at the application's root (`/issues?page=2`), or is an absolute URL of http or https. The
 * page there shows `flash`.
 *
 * ```ts
 * await this.projects.delete(project);
 * const flash = { text: `${project.name} is deleted.` };
 * throw new RedirectException(to('/settings/projects'), 303, flash);
 * ```
 *
 * The class does not extend HttpException, because a product's own filters may catch those.
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
