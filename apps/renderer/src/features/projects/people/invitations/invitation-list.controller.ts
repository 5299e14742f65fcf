import { Body, Get } from '@nestjs/common';
import { errorCatalogue } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../../rendering/index.ts';
import type { TellFlash } from '../../../../rendering/index.ts';
import { CurrentAccess, toFieldErrors } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { SettingsSection } from '../../../people/settings/index.ts';
import { InvitationDto, NewInvitationDto } from '../invitation-list.dto.ts';
import type { InvitationListProps, MadeInvitation } from '../invitation-list.dto.ts';
import { InvitationListService } from './invitation-list.service.ts';

/** Who may come in, and has not yet. */
@SettingsSection({
  name: 'Invitations',
  words: 'invite join link',
  segment: 'invitations',
  order: 30,
  right: 'instance.invitations',
})
export class InvitationListController {
  constructor(private readonly invitations: InvitationListService) {}

  @Get()
  @Page<typeof import('../views/invitation-list.page.tsx')>('people/invitation-list.page', {
    head: () => ({ title: 'Invitations' }),
  })
  list(): Promise<InvitationListProps> {
    return this.invitations.show();
  }

  /** The link is in this answer and nowhere else: of its token only the hash is stored. */
  @Action('invite', { showsResult: true })
  async invite(
    @Body() { email = '', role, projects = [] }: NewInvitationDto,
    @CurrentAccess() access: Access,
  ): Promise<MadeInvitation> {
    const { user } = access.getSignedIn();
    const projectIds = projects.map(Number);
    const result = await this.invitations.make({ invitedBy: user, email, role, projectIds });
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    return result.made;
  }

  @Action('withdraw')
  async withdraw(@Body() { invitation }: InvitationDto, @Flash() flash: TellFlash): Promise<void> {
    if (!(await this.invitations.withdraw(Number(invitation)))) {
      const { message } = errorCatalogue['accounts.invitation_unknown'];
      throw new InvalidFieldsException({ '': [message] });
    }
    flash({ text: 'The invitation is withdrawn. Its link no longer works.' });
  }
}
