import type { KeyScope } from '#shared';

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
