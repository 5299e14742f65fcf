import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { UserStore } from '#product/people/accounts';
import type { Grant, User } from '#product/people/accounts';
import { accountLimits, nameSome, toChoices } from '#shared';
import type { Role } from '#product/people/accounts/rules';
import { InvitationMail, InvitationsService } from '../../people/accounts/index.ts';
import type { InviteResult } from '../../people/accounts/index.ts';
import { ProjectsService, toProjectValues } from '../projects/index.ts';
import type { InvitationListProps, MadeInvitation, OpenInvitation } from './invitation-list.dto.ts';

export interface NewInvitation {
  readonly invitedBy: User;
  /** Blank when the link alone suffices to accept. */
  readonly email: string;
  readonly role: Role;
  readonly projectIds: readonly number[];
  readonly tell?: JoinedWrite;
}

export type MakeResult =
  | { readonly ok: true; readonly made: MadeInvitation }
  | { readonly ok: false; readonly code: 'accounts.invitation_without_project' }
  | Extract<InviteResult, { ok: false }>;

/**
 * Lists, makes and withdraws open invitations. The methods do not check rights. Callers must do so.
 */
@Injectable()
export class InvitationListService {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly projects: ProjectsService,
    private readonly users: UserStore,
    private readonly mail: InvitationMail,
  ) {}

  /** Shows invitations whose address contains `text`. */
  async show(text = ''): Promise<InvitationListProps> {
    const limit = accountLimits.invitationsShown;
    const [found, projects] = await Promise.all([
      this.invitations.listOpen(limit + 1, { text }),
      this.projects.list('all'),
    ]);
    const open = found.slice(0, limit);
    const inviters = await this.nameUsers(open.map(({ invitedBy }) => invitedBy));
    return {
      invitations: open.map(({ id, email, grant, invitedBy, expiresAtMs }): OpenInvitation => {
        const ids = grant.kind === 'member' ? grant.projectIds : [];
        return {
          id,
          email,
          role: grant.kind === 'member' ? grant.role : undefined,
          projects: nameSome(
            projects.flatMap((project) => (ids.includes(project.id) ? [project.name] : [])),
          ),
          invitedBy: inviters.get(invitedBy) ?? '',
          expiresAtMs,
        };
      }),
      isCut: found.length > limit,
      projects: toChoices(toProjectValues(projects)),
    };
  }

  /**
   * Makes an invitation. Its link cannot be read again, because only the hash of its token is
   * stored. Refuses every role except owner when no project is given.
   */
  async make({ invitedBy, email, role, projectIds, tell }: NewInvitation): Promise<MakeResult> {
    const grant: Grant =
      role === 'owner' ? { kind: 'owner' } : { kind: 'member', role, projectIds };
    if (grant.kind === 'member' && !(await this.hasAny(projectIds))) {
      return { ok: false, code: 'accounts.invitation_without_project' };
    }
    const made = await this.invitations.invite({
      invitedBy,
      email: email.trim() || undefined,
      grant,
      tell,
    });
    if (!made.ok) return made;
    const { link, invitation } = made;
    const isMailed = await this.mail.send({ ...made, by: invitedBy });
    const ofEmail = invitation.email === undefined ? {} : { email: invitation.email };
    return { ok: true, made: { link, ...ofEmail, isMailed } };
  }

  withdraw(id: number, byUserId: number): Promise<string | undefined> {
    return this.invitations.withdraw(id, { byUserId });
  }

  private async hasAny(projectIds: readonly number[]): Promise<boolean> {
    return (await this.projects.list(projectIds)).length > 0;
  }

  private async nameUsers(ids: readonly number[]): Promise<Map<number, string>> {
    const users = await Promise.all([...new Set(ids)].map((id) => this.users.find(id)));
    return new Map(users.flatMap((user) => (user ? [[user.id, user.name ?? user.email]] : [])));
  }
}
