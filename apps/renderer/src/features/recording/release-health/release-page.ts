import type { Project } from '#product/projects/projects';
import type { ToldRelease } from '#product/recording/releases';
import { PagePlaces } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';

export interface ReleaseContext {
  readonly version: string;
  /** Projects of the release that the visitor sees and the address names. */
  readonly projectIds: readonly number[];
  /** All projects that the visitor sees. */
  readonly projects: readonly Project[];
  /** The release as programs told it, when they told it to one of these projects. */
  readonly told?: ToldRelease | undefined;
  readonly access: Access;
}

/** The place of a release's page, below its deploys. */
export const releasePage = new PagePlaces<ReleaseContext, 'below'>('release', ['below']);
