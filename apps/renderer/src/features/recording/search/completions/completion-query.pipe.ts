import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { searchLimits } from '#shared';
import { parseProjectSlugs } from '#product/projects/projects/rules';

export interface CompletionQuery {
  readonly query: string;
  /** Where the caret is. */
  readonly at: number;
  /** Slugs of those that the list is of. */
  readonly projects: readonly string[] | undefined;
}

type Parameters = Readonly<Record<string, unknown>>;

/** Reads `?query=`, `?at=<units before the caret>` and `?project=<slug>[,<slug>]…`. */
@Injectable()
export class CompletionQueryPipe implements PipeTransform<Parameters, CompletionQuery> {
  transform({ query, at, project = '' }: Parameters): CompletionQuery {
    const isRead =
      typeof query === 'string' &&
      query.length <= searchLimits.queryCharacters &&
      typeof at === 'string' &&
      /^\d{1,3}$/.test(at) &&
      typeof project === 'string';
    const projects = isRead && project !== '' ? parseProjectSlugs(project) : undefined;
    if (!isRead || (project !== '' && !projects)) throw new NotFoundException();
    return {
      query,
      at: Math.min(Number(at), query.length),
      projects,
    };
  }
}
