/** Times in every table are milliseconds since the Unix epoch. */
export interface InstallationTable {
  /** Always 1: there is one row. */
  readonly singleton: number;
  readonly id: string;
  readonly created_at: number;
}

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

/** Tables of the migration set `platform`. */
export interface PlatformSchema {
  readonly installation: InstallationTable;
  readonly kept_builds: KeptBuildsTable;
  readonly kept_assets: KeptAssetsTable;
}
