import type { Address } from '#shared';
import { Injectable } from '@nestjs/common';
import type { ErasureScope } from '#product/operation/erasing';
import { InvalidFieldsException, RedirectException } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import type { PersonDto } from './person-data.dto.ts';
import { PersonDataService } from './person-data.service.ts';

interface Place {
  readonly scope: ErasureScope;
  readonly href: Address;
}

interface Act extends Place {
  readonly search: string;
  readonly access: Access;
  readonly flash: TellFlash;
}

/**
 * Each action redirects to its page. Answers without a redirect are stored for a day, and names of
 * people must not be stored with them.
 */
@Injectable()
export class PersonDataActions {
  constructor(private readonly data: PersonDataService) {}

  async search(person: PersonDto, access: Access, { scope, href }: Place): Promise<never> {
    const problem = await this.data.search(person, scope, access.getSignedIn().user.id);
    if (problem !== undefined) throw new InvalidFieldsException({ name: [problem] });
    throw new RedirectException(href);
  }

  async erase({ search, access, flash, scope, href }: Act): Promise<never> {
    accept(await this.data.erase(Number(search), scope, access.getSignedIn().user.id));
    flash({ text: 'Errata is erasing the data.' });
    throw new RedirectException(href);
  }

  async forget({ search, flash, scope, href }: Omit<Act, 'access'>): Promise<never> {
    accept(await this.data.forget(Number(search), scope));
    flash({ text: 'The search is forgotten.' });
    throw new RedirectException(href);
  }
}

function accept(isDone: boolean): void {
  if (!isDone)
    throw new InvalidFieldsException({
      '': ['This search is over, or is still running. Load the page again.'],
    });
}
