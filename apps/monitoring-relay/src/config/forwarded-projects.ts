import type { ProjectSeed } from '#shared';
import type { UpstreamSettings } from './parse-upstreams.ts';

/** A project as it is known without a database. */
export type ForwardedProject = Required<ProjectSeed>;

/**
 * The projects of a relay that forwards alone. Their ids and keys are those that they are given, or else those that
 * they have upstream: DSNs then differ in the host alone. Throws a RangeError that names the one that cannot be.
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
