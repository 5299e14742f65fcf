import { toHealth } from './health.ts';
import type { Health, SessionSums } from './health.ts';

export interface ReleaseNumbers extends Health {
  /**
   * Share of the sessions of its projects, from 0 to 1. Undefined when its projects have no
   * sessions.
   */
  readonly adoption: number | undefined;
}

interface SummedSessions {
  readonly releases: readonly SumsOfRelease[];
  /** All sessions, by project. */
  readonly ofProjects: ReadonlyMap<number, number>;
}

interface SumsOfRelease extends SessionSums {
  readonly projectId: number;
  readonly release: string | undefined;
}

/** Adds up a release over its projects. Somebody who uses two projects counts as two users. */
export function toReleaseNumbers(
  { releases, ofProjects }: SummedSessions,
  { version, projectIds }: { readonly version: string; readonly projectIds: readonly number[] },
): ReleaseNumbers {
  const own = releases.filter(
    ({ release, projectId }) => release === version && projectIds.includes(projectId),
  );
  const add = (name: keyof SessionSums): number => own.reduce((sum, each) => sum + each[name], 0);
  const all = projectIds.reduce((sum, id) => sum + (ofProjects.get(id) ?? 0), 0);
  const sessions = add('sessions');
  return {
    ...toHealth({
      sessions,
      errored: add('errored'),
      crashed: add('crashed'),
      abnormal: add('abnormal'),
      failed: add('failed'),
      failedOf: add('failedOf'),
      unhandled: add('unhandled'),
      users: add('users'),
      crashedUsers: add('crashedUsers'),
    }),
    adoption: all === 0 ? undefined : sessions / all,
  };
}
