import { Get, Param, Query } from '@nestjs/common';
import { to, toHexId } from '#shared';
import { RedirectException } from '../../../rendering/index.ts';
import { ClientLinks } from '../../people/api/index.ts';

@ClientLinks('issues')
export class IssueLinksController {
  /** Sentry also names projects by ids and writes `-1` for all, which the list does not know. */
  @Get()
  list(@Query() sent: Readonly<Record<string, unknown>>): never {
    const [query, project, environment] = ['query', 'project', 'environment'].map((name) =>
      typeof sent[name] === 'string' ? sent[name] : undefined,
    );
    const slug = /^-?\d+$/.test(project ?? '') ? undefined : project;
    throw new RedirectException(
      to('/issues', {}, { query: { query, project: slug, environment } }),
    );
  }

  @Get(':issue')
  show(@Param('issue') id: string): never {
    throw new RedirectException(to('/issues/:id', { id }));
  }

  /** The newest event is what the page shows anyway. */
  @Get(':issue/events/:event')
  showEvent(@Param('issue') id: string, @Param('event') name: string): never {
    throw new RedirectException(to('/issues/:id', { id }, { query: { event: toHexId(name) } }));
  }
}
