import { Injectable } from '@nestjs/common';
import { mayOpen, PeopleService } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { Menus } from '../../../people/menus/index.ts';
import { ProjectsService } from '../../../projects/projects/index.ts';
import { EmptyListOffer } from '../empty-list-offer.decorator.ts';
import { toSnippets } from '../getting-started.ts';
import type { IssueListProps } from '../issues.dto.ts';
import type { AskedList, ProjectIds } from './asked-list.ts';
import { explainSilence, toListAddress } from './listing.ts';

/** Explains projects that nothing was ever reported to. */
@Injectable()
export class SilentProjects {
  constructor(
    private readonly projects: ProjectsService,
    private readonly people: PeopleService,
    private readonly menus: Menus,
  ) {}

  /** Tells those who may see keys, and guests, who have just started it, how to report; all others who knows. */
  async explain(
    { access, listing, within }: AskedList,
    readable: ProjectIds,
  ): Promise<Pick<IssueListProps, 'gettingStarted' | 'nothing'>> {
    const keys = within(access.isGuest ? 'all' : access.listProjects('project.keys'));
    const dsn = await this.projects.findFirstDsn(keys);
    if (dsn) {
      const offers = this.listOffers(access);
      const href = toListAddress(listing);
      return {
        gettingStarted: { snippets: toSnippets(dsn), tunnel: dsn.tunnel, href, offers },
      };
    }
    if (keys === 'all' || keys.length > 0) return { nothing: explainSilence(listing, undefined) };
    const admins = await this.people.listWith('project.keys', readable);
    const names = admins.map(({ name }) => name);
    return { nothing: explainSilence(listing, names) };
  }

  private listOffers(access: Access): NonNullable<IssueListProps['gettingStarted']>['offers'] {
    return this.menus.list(EmptyListOffer, {
      mayOpen: (controller) => mayOpen(access, controller),
    });
  }
}
