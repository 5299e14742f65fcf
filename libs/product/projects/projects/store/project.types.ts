import type { KeyScope } from '#shared';

export interface Project {
  /** From 1; part of the DSN. */
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Limit for all keys of the project together; when absent, the relay's own limit applies. */
  readonly reportsPerMinute?: number;
  /**
   * Origins whose pages may report, as `parseAllowedOrigins` returns them; when absent, any page
   * may.
   */
  readonly allowedOrigins?: readonly string[];
}

export interface ProjectKey {
  readonly publicKey: string;
  readonly projectId: number;
  readonly enabled: boolean;
  /** Limit for this key; when absent, the relay's own limit applies. */
  readonly reportsPerMinute?: number;
  /** When absent, the key may send everything. */
  readonly scope?: KeyScope;
}
