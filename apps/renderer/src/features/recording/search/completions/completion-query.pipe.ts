import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { searchLimits } from '#shared';
import { parseProjectSlugs } from '#product/projects/projects/rules';

export interface CompletionQuery {
  readonly query: string;
  readonly at: number;
  readonly projects: readonly string[] | undefined;
}

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Reads `?query=`, `?at=<UTF-16 units before the caret>` and `?project=<slug>[,<slug>]…`. Throws
 * `NotFoundException` for invalid values.
 */
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
