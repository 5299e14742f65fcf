import type { KeyScope } from '#shared';

export interface KnownProject {
  readonly id: number;
  readonly slug: string;
  readonly reportsPerMinute?: number;
  readonly allowedOrigins?: readonly string[];
}

export interface KnownKey {
  readonly publicKey: string;
  readonly projectId: number;
  readonly enabled: boolean;
  readonly reportsPerMinute?: number;
  readonly scope?: KeyScope;
}

export abstract class KeySource {
  abstract list(): Promise<readonly KnownProject[]>;
  /** Includes disabled keys. */
  abstract listKeys(): Promise<readonly KnownKey[]>;
}
