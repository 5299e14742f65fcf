import { Inject, Injectable } from '@nestjs/common';
import type { Invitation, User } from '#product/people/accounts';
import { AccountMail } from '../mail/account-mail.ts';
import { InvitationsService } from './invitations.service.ts';

interface SentInvitation {
  readonly invitation: Invitation;
  readonly path: string;
  readonly by: Pick<User, 'name' | 'email'>;
}

@Injectable()
export class InvitationMail {
  constructor(
    @Inject(AccountMail)
    private readonly mail: Pick<AccountMail, 'send'>,
    @Inject(InvitationsService)
    private readonly invitations: Pick<InvitationsService, 'describeGrant'>,
  ) {}

  /**
   * Resolves with false when the invitation names no email address, or no mail server is
   * configured.
   */
  async send({ invitation, path, by }: SentInvitation): Promise<boolean> {
    const { email, grant } = invitation;
    if (email === undefined) return false;
    const inviter = by.name === undefined ? by.email : `${by.name} (${by.email})`;
    return this.mail.send(email, {
      title: 'You are invited to Errata',
      lines: [
        `${inviter} invites you ${await this.invitations.describeGrant(grant)}.`,
        'The link works once, within a week. If you did not expect this invitation, ignore this mail.',
      ],
      path,
    });
  }
}
