import { toHealth } from './health.ts';
import type { Health, SessionSums } from './health.ts';

export interface ReleaseNumbers extends Health {
  /**
   * Share of the sessions of its projects, from 0 to 1. Undefined when its projects have no
   * sessions.
   */
  readonly adoption: number | undefined;
}

interface SumsOfRelease extends SessionSums {
  readonly projectId: number;
  readonly release: string | undefined;
}

/** Adds up a release over its projects. Somebody who uses two projects counts as two users. */
export function toReleaseNumbers(
  sums: readonly SumsOfRelease[],
  { version, projectIds }: { readonly version: string; readonly projectIds: readonly number[] },
): ReleaseNumbers {
  const ofProjects = sums.filter(({ projectId }) => projectIds.includes(projectId));
  const own = ofProjects.filter(({ release }) => release === version);
  const add = (of: readonly SessionSums[], name: keyof SessionSums): number =>
    of.reduce((sum, each) => sum + each[name], 0);
  const all = add(ofProjects, 'sessions');
  const sessions = add(own, 'sessions');
  return {
    ...toHealth({
      sessions,
      errored: add(own, 'errored'),
      crashed: add(own, 'crashed'),
      abnormal: add(own, 'abnormal'),
      users: add(own, 'users'),
      crashedUsers: add(own, 'crashedUsers'),
    }),
    adoption: all === 0 ? undefined : sessions / all,
  };
}
