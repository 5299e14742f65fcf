import { Injectable } from '@nestjs/common';
import { CompletionStore } from '#product/recording/issues';
import { describeUnknownKey, listAskedTags, listNearest, toShortType } from '#shared';
import type { Search, UnknownKey } from '#shared';
import { KnownValues } from './completions/known-values.ts';

type Projects = 'all' | readonly number[];

const TYPES_OFFERED = 3;

@Injectable()
export class SearchAdvice {
  constructor(
    private readonly completions: CompletionStore,
    private readonly known: KnownValues,
  ) {}

  /**
   * Resolves with the first name in the search that is no search key and was never a tag in these
   * projects.
   */
  async findUnknownKey(search: Search, projects: Projects): Promise<UnknownKey | undefined> {
    const asked = listAskedTags(search);
    if (asked.length === 0) return undefined;
    const unknown = await this.completions.listUnknownTags(
      asked.map(({ name }) => name),
      projects === 'all' ? undefined : projects,
    );
    const first = asked.find(({ name }) => unknown.includes(name));
    if (!first) return undefined;
    const tags = await this.known.listTags(projects);
    return describeUnknownKey(
      first,
      tags.map(({ value }) => value),
    );
  }

  async refuseInRule(search: Search, projectId: number): Promise<UnknownKey | undefined> {
    const unknown = await this.findUnknownKey(search, [projectId]);
    if (!unknown) return undefined;
    const { name, message } = unknown;
    return {
      ...unknown,
      message: `${message} If the tag has not arrived yet, write tags[${name}]:.`,
    };
  }

  /**
   * Returns the search once for each known type name that is similar to the requested one, the
   * nearest first. Resolves with an empty list unless the search asks for exactly one type.
   */
  async listNearTypes(search: Search, projects: Projects): Promise<readonly Search[]> {
    const asked = search.find((term) => term.kind === 'name' && term.key === 'type');
    if (asked?.kind !== 'name' || asked.isNegated) return [];
    const [[name, ...others] = [], ...values] = asked.values;
    if (name === undefined || others.length + values.length > 0) return [];
    const types = (await this.known.list('type', projects)).map(({ value }) => value);
    const short = types.map(toShortType);
    return listNearest(name, new Set([...types, ...short]), TYPES_OFFERED).map((type) =>
      search.map((term) => (term === asked ? { ...asked, values: [[type]] } : term)),
    );
  }
}
