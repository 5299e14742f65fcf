/** A build of the browser's code whose files are kept. */
export interface KeptBuildsTable {
  readonly id: string;
  readonly used_at: number;
}

/** One form of one file: as it is, or compressed. */
export interface KeptAssetsTable {
  readonly name: string;
  readonly encoding: string;
  /** `kept_builds.id`. */
  readonly build: string;
  readonly body: Buffer;
}

/** All tables of this capability. */
export const tables = ['kept_builds', 'kept_assets'] as const;

declare module '../../schema.ts' {
  interface Schema {
    readonly kept_builds: KeptBuildsTable;
    readonly kept_assets: KeptAssetsTable;
  }
}
