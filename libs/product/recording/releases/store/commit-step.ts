import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import type { ToldCommit } from '../rules/told-release.ts';

export interface ReportedCommits {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly version: string;
  /** All projects of the release. */
  readonly projectIds: readonly number[];
  /** All commits of the release, newest first. Clients often report the same ones again. */
  readonly commits: readonly ToldCommit[];
  readonly nowMs: number;
}

/**
 * Runs in the transaction in which a client reports the commits of a release. Returns the projects
 * that it changed, which the end of the transaction raises.
 */
export type CommitStep = (reported: ReportedCommits) => Promise<readonly number[]>;

declare module '#persistence/stores' {
  interface StoreSettings {
    readonly commitSteps: readonly CommitStep[];
  }

  interface Capability {
    readonly commitSteps?: readonly CommitStep[];
  }
}
