import type { KeyScope } from '#shared';

export interface Project {
  /** Counts from 1. The DSN contains this id. */
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** The platform as a program named it, such as `python-django`. */
  readonly platform?: string;
  /** Limit for all keys of the project together. When absent, the relay's own limit applies. */
  readonly reportsPerMinute?: number;
  /**
   * Origins of pages that may send reports, in the form that `parseAllowedOrigins` returns. When
   * absent, any page may send them.
   */
  readonly allowedOrigins?: readonly string[];
}

export interface ProjectKey {
  readonly publicKey: string;
  readonly projectId: number;
  readonly enabled: boolean;
  readonly reportsPerMinute?: number;
  /** The name that a program gave the key. */
  readonly label?: string;
  /** When absent, the key may send items of every kind. */
  readonly scope?: KeyScope;
}
