export interface Installation {
  /** Random, made with the database. Two services with different ids use different databases. */
  readonly id: string;
  readonly createdAtMs: number;
}

/** Which database this is. Exists once the migration set `platform` has run. */
export abstract class InstallationStore {
  abstract get(): Promise<Installation>;
}
