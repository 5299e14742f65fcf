import type { KeyScope, ProjectSeed } from '#shared';

export interface Project {
  /** From 1; stands in the DSN. */
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** How many reports it may send in a minute; absent: as the relay is set. */
  readonly reportsPerMinute?: number;
  /** Origins whose pages may report (`parseAllowedOrigins`); absent: any. */
  readonly allowedOrigins?: readonly string[];
}

export interface ProjectKey {
  readonly publicKey: string;
  readonly projectId: number;
  readonly enabled: boolean;
  /** As of its project, of this key alone. */
  readonly reportsPerMinute?: number;
  /** What it may send; absent: everything. */
  readonly scope?: KeyScope;
}

/** Projects and the keys their SDKs report with. */
export abstract class ProjectStore {
  /**
   * Makes the projects that do not exist yet, each with one enabled key, and leaves existing ones
   * untouched. What people have deleted is not made again. Safe to run from several processes at once. Rejects when a seed's id or key belongs
   * to another project.
   */
  abstract ensure(seeds: readonly ProjectSeed[]): Promise<void>;

  /** By id. */
  abstract list(): Promise<Project[]>;

  /** All keys of all projects, disabled ones included. */
  abstract listKeys(): Promise<ProjectKey[]>;
}
