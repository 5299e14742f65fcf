import { type Dsn, formatDsn } from '#shared';
import type { UpstreamSettings } from '../../config/parse-upstreams.ts';

export interface Upstream {
  /** Host and project without the key, for logs and pages. */
  readonly name: string;
  readonly dsn: string;
  readonly publicKey: string;
  /** Scheme, host and port. Limits of an organization apply to all projects of one origin. */
  readonly origin: string;
  readonly path: string;
}

const NOWHERE = 'no upstream';

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

  get hasAny(): boolean {
    return this.bySlug.size > 0 || this.others !== undefined;
  }

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
   * `projectId` is the id in this installation. A deleted project has no known slug. Its reports go
   * only to an upstream that all projects share, because reports for one service must not reach
   * another.
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
