import { Injectable } from '@nestjs/common';
import type { User } from '#product/people/accounts';
import { accountLimits } from '#shared';
import type { ProjectRole } from '#product/people/accounts/rules';
import { InvitationMail, InvitationsService } from '../../people/accounts/index.ts';
import type { InvitedRow, MadeLink } from './members.dto.ts';

export interface ProjectWish {
  readonly projectId: number;
  readonly email: string;
  readonly role: ProjectRole;
  readonly invitedBy: User;
}

/** How people come into one project. Whether somebody may ask them in is the caller's to know. */
@Injectable()
export class ProjectInvitations {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly mail: InvitationMail,
  ) {}

  /** The same whether there is an account with this email or not: a person with one accepts with it. */
  async make({
    projectId,
    email,
    role,
    invitedBy,
  }: ProjectWish): Promise<
    { ok: true; made: MadeLink } | { ok: false; code: 'accounts.email_invalid' }
  > {
    const grant = { kind: 'member', role, projectIds: [projectId] } as const;
    const invited = await this.invitations.invite({ invitedBy: invitedBy.id, email, grant });
    if (!invited.ok) return invited;
    const isMailed = await this.mail.send({ ...invited, by: invitedBy });
    return { ok: true, made: { link: invited.link, email: email.trim(), isMailed } };
  }

  async list(projectId: number): Promise<InvitedRow[]> {
    const open = await this.invitations.listOpen(accountLimits.invitationsShown, projectId);
    return open.flatMap(({ id, email, grant, expiresAtMs }) =>
      grant.kind === 'owner'
        ? []
        : [
            {
              invitation: id,
              ...(email === undefined ? {} : { email }),
              role: grant.role,
              expiresAtMs,
            },
          ],
    );
  }

  /** False when it was accepted, or withdrawn before, or is not for this project alone. */
  withdraw(projectId: number, id: number): Promise<boolean> {
    return this.invitations.withdraw(id, projectId);
  }
}
