/** What the feature is started with. */
export abstract class ProjectsOptions {
  /** Scheme, host and path that DSNs name. */
  abstract readonly dsnOrigin: string;
  /** The projects of ERRATA_PROJECTS, in its order. */
  abstract readonly projects: readonly { readonly slug: string }[];
  /** Path under which the console is mounted, without a trailing slash. */
  abstract readonly basePath: string;
}
