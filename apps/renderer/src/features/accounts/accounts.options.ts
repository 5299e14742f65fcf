/** What the feature is started with. */
export abstract class AccountsOptions {
  /** ERRATA_SECRET: the same in all replicas, and known to nobody else. */
  abstract readonly secret: string;
}
