import type { KeyScope } from '#shared';

/** A project as intake has to know it. */
export interface KnownProject {
  readonly id: number;
  readonly slug: string;
  readonly reportsPerMinute?: number;
  readonly allowedOrigins?: readonly string[];
}

/** A key as intake has to know it. */
export interface KnownKey {
  readonly publicKey: string;
  readonly projectId: number;
  readonly enabled: boolean;
  readonly reportsPerMinute?: number;
  readonly scope?: KeyScope;
}

/** Where projects and their keys are known from. */
export abstract class KeySource {
  abstract list(): Promise<readonly KnownProject[]>;
  /** All keys of all projects, disabled ones included. */
  abstract listKeys(): Promise<readonly KnownKey[]>;
}
