import { type Dsn, formatDsn } from '#shared';
import type { UpstreamSettings } from '../../config/parse-upstreams.ts';

/** Another service that takes reports of a project. */
export interface Upstream {
  /** Host and project, without the key: for logs and pages. */
  readonly name: string;
  readonly dsn: string;
  readonly publicKey: string;
  /** Scheme, host and port: what is said of an organization there is said of all its projects. */
  readonly origin: string;
  /** Where envelopes are posted. */
  readonly path: string;
}

/** What is owed to nobody who is set any more. */
const NOWHERE = 'no upstream';

/** Which project is forwarded, and where to. */
export class Upstreams {
  private readonly bySlug: ReadonlyMap<string, Upstream>;
  private readonly others: Upstream | undefined;

  constructor(
    settings: UpstreamSettings,
    private readonly keys: { readonly findSlug: (projectId: number) => string | undefined },
  ) {
    this.bySlug = new Map([...settings.bySlug].map(([slug, dsn]) => [slug, toUpstream(dsn)]));
    this.others = settings.others && toUpstream(settings.others);
  }

  /** Whether any project is forwarded. */
  get areThere(): boolean {
    return this.bySlug.size > 0 || this.others !== undefined;
  }

  /** What is set for projects that are not there: nothing goes there. */
  listUnknown(
    isThere: (slug: string) => boolean,
  ): { readonly slug: string; readonly name: string }[] {
    return [...this.bySlug]
      .filter(([slug]) => !isThere(slug))
      .map(([slug, { name }]) => ({ slug, name }));
  }

  find(slug: string): Upstream | undefined {
    return this.bySlug.get(slug) ?? this.others;
  }

  /** Those that are set, and those that something is owed to, each with its projects that have something there. */
  list(owing: readonly number[]): { readonly name: string; readonly projectIds: number[] }[] {
    const set = [...this.bySlug.values(), ...(this.others ? [this.others] : [])];
    const byName = new Map(set.map(({ name }) => [name, [] as number[]]));
    for (const projectId of owing) {
      const name = this.nameOf(projectId);
      byName.set(name, [...(byName.get(name) ?? []), projectId]);
    }
    return [...byName].map(([name, projectIds]) => ({ name, projectIds }));
  }

  nameOf(projectId: number): string {
    return this.findOf(projectId)?.name ?? NOWHERE;
  }

  /**
   * By the id that the project has here. Where nobody knows its slug, as of one that was deleted, only if all go to one
   * service: what is for another is nobody else's to have.
   */
  findOf(projectId: number): Upstream | undefined {
    const slug = this.keys.findSlug(projectId);
    if (slug) return this.find(slug);
    return this.bySlug.size === 0 ? this.others : undefined;
  }
}

function toUpstream(dsn: Dsn): Upstream {
  const { host, origin, pathname } = new URL(dsn.origin);
  const base = pathname.replace(/\/$/, '');
  return {
    name: `${host}${base}/${dsn.projectId}`,
    dsn: formatDsn(dsn),
    publicKey: dsn.publicKey,
    origin,
    path: `${base}/api/${dsn.projectId}/envelope/`,
  };
}
