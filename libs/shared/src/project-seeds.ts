/**
 * Project that is created on the first start. A project without `id` gets the next free id, and one
 * without `publicKey` a random key.
 */
export interface ProjectSeed {
  readonly slug: string;
  readonly id?: number;
  readonly publicKey?: string;
}

const SEED =
  /^(?<slug>[a-z0-9][a-z0-9-]{0,49})(?:=(?<id>[1-9]\d{0,14})(?::(?<key>[A-Za-z0-9_-]{1,64}))?)?$/;

/**
 * Parses `ERRATA_PROJECTS`: `web,api=12:<public key>`. Returns undefined when an entry has another
 * form, or two entries have the same slug or id.
 */
export function parseProjectSeeds(text: string): ProjectSeed[] | undefined {
  const seeds: ProjectSeed[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    const groups = SEED.exec(entry)?.groups;
    if (!groups?.['slug']) return undefined;
    const { slug, id, key } = groups;
    if (seeds.some((seed) => seed.slug === slug || (id && seed.id === Number(id))))
      return undefined;
    seeds.push({
      slug,
      id: id ? Number(id) : undefined,
      publicKey: key || undefined,
    });
  }
  return seeds;
}
