import type { ProjectSeed } from '#shared';
import type { UpstreamSettings } from './parse-upstreams.ts';

export type ForwardedProject = Required<ProjectSeed>;

/**
 * Returns the projects of a relay in mode `forward`. A project without its own id and key gets
 * those of its upstream, so that both DSNs differ only in the host. Throws a RangeError that names
 * a project without an upstream, or two projects that share an id or a key.
 */
export function toForwardedProjects(
  seeds: readonly ProjectSeed[],
  { bySlug, others }: UpstreamSettings,
): ForwardedProject[] {
  const projects = seeds.map(({ slug, id, publicKey }) => {
    const upstream = bySlug.get(slug) ?? others;
    if (!upstream) {
      throw new RangeError(
        `UPSTREAM_DSN names no upstream for the project ${slug}; RELAY_MODE=forward needs one for each project`,
      );
    }
    return { slug, id: id ?? upstream.projectId, publicKey: publicKey ?? upstream.publicKey };
  });
  for (const [index, { slug, id, publicKey }] of projects.entries()) {
    const other = projects
      .slice(0, index)
      .find((each) => each.id === id || each.publicKey === publicKey);
    if (other) {
      throw new RangeError(
        `ERRATA_PROJECTS must give ${other.slug} and ${slug} different ids and keys`,
      );
    }
  }
  return projects;
}
