import type { Project, ProjectKey } from './project.store.ts';

/** Who makes a change, and when. The audit log keeps it. */
export interface ChangedBy {
  /** Absent where the configuration or the operator's command makes it. */
  readonly byUserId?: number;
  readonly nowMs: number;
}

/**
 * Projects and their keys as people make and change them. Each change stands in the audit log. Every method rejects with
 * `database.unavailable`.
 */
export abstract class ProjectSettingsStore {
  /** Undefined when no project has the slug. */
  abstract find(slug: string): Promise<Project | undefined>;

  /**
   * Makes a project with one enabled key. Undefined when another one has the slug: of several that ask for it
   * at the same time one gets it. Form and length of slug and name are the caller's to check.
   */
  abstract create(
    project: Pick<Project, 'slug' | 'name'>,
    by: ChangedBy,
  ): Promise<Project | undefined>;

  /** False when there is no such project. */
  abstract rename(projectId: number, name: string, by: ChangedBy): Promise<boolean>;

  /** Of one project, oldest first, disabled ones included. */
  abstract listKeys(projectId: number): Promise<ProjectKey[]>;

  /**
   * Makes another key, random and enabled. Undefined when the project has `projectLimits.keysPerProject` already,
   * or is not there.
   */
  abstract addKey(projectId: number, by: ChangedBy): Promise<ProjectKey | undefined>;

  /**
   * Makes the key of the project for errors alone, random and enabled, where it has none: one that was disabled stays so.
   * Safe to run from several processes at once. Does nothing when no project has the slug.
   */
  abstract ensureErrorKey(slug: string, nowMs: number): Promise<void>;

  /** False when the project has no such key. */
  abstract setKeyEnabled(
    key: Pick<ProjectKey, 'projectId' | 'publicKey' | 'enabled'>,
    by: ChangedBy,
  ): Promise<boolean>;

  /** How many reports it may send in a minute; without a number as the relay is set. False when the project has no such key. */
  abstract limitKey(
    key: Pick<ProjectKey, 'projectId' | 'publicKey' | 'reportsPerMinute'>,
    by: ChangedBy,
  ): Promise<boolean>;
}
