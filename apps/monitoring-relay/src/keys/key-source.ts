import type { KeyScope } from '#shared';

/** What intake has to know of a project. */
export interface KnownProject {
  readonly id: number;
  readonly slug: string;
  readonly reportsPerMinute?: number;
  readonly allowedOrigins?: readonly string[];
}

/** What intake has to know of a key. */
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
