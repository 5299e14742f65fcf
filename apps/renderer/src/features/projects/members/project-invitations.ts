import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import type { Invitation, User } from '#product/people/accounts';
import type { Project } from '#product/projects/projects';
import { accountLimits, nameSome, toChoices } from '#shared';
import type { ProjectRole } from '#product/people/accounts/rules';
import { InvitationMail, InvitationsService } from '../../people/accounts/index.ts';
import type { InviteResult } from '../../people/accounts/index.ts';
import { AuditTrail } from '../../people/audit/index.ts';
import { MembersService } from './members.service.ts';
import { ProjectsService, toProjectValues } from '../projects/index.ts';
import type { Addable, InvitedRow, MadeLink } from './members.dto.ts';

export interface NewMember {
  readonly projectIds: readonly number[];
  readonly email: string;
  readonly role: ProjectRole;
  readonly by: User;
}

interface InvitationScope {
  /** True to include invitations that also lead into other projects. */
  readonly includesSeveral: boolean;
}

type MakeResult =
  | { readonly ok: true; readonly made: MadeLink }
  | Extract<InviteResult, { ok: false }>;

type AddOrInviteResult =
  | {
      readonly ok: true;
      /** Projects that the person has joined or is invited to join. */
      readonly into: readonly Project[];
      /**
       * Projects of which the person was already a member. The person's role there does not change.
       */
      readonly unchanged: readonly Project[];
      readonly made?: MadeLink;
    }
  | {
      readonly ok: false;
      readonly code: 'accounts.member_already' | 'accounts.member_disabled';
    }
  | Extract<InviteResult, { ok: false }>;

/**
 * Adds people to projects and invites them. The methods do not check rights. Callers must do so.
 */
@Injectable()
export class ProjectInvitations {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly members: MembersService,
    private readonly projects: ProjectsService,
    private readonly mail: InvitationMail,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Creates an invitation, also when an account has this email. The account can then accept it.
   */
  async make({ projectIds, email, role, by }: NewMember): Promise<MakeResult> {
    const grant = { kind: 'member', role, projectIds } as const;
    const tell = this.tell(by, { email: email.trim(), grant });
    const invited = await this.invitations.invite({ invitedBy: by, email, grant, tell });
    if (!invited.ok) return invited;
    const isMailed = await this.mail.send({ ...invited, by });
    const link = invited.invitation.isMailedOnly ? undefined : invited.link;
    return { ok: true, made: { link, email: email.trim(), isMailed, makesAccounts: by.isOwner } };
  }

  /** Mails another link of an invitation, for a week. The old link ends. */
  async sendAgain(
    projectId: number,
    id: number,
    { includesSeveral, by }: InvitationScope & { readonly by: User },
  ): Promise<InviteResult> {
    const into = { projectId, isAlone: !includesSeveral };
    const tell = (renewed: Invitation) => this.tell(by, renewed);
    const invited = await this.invitations.renew(id, { byId: by.id, into, tell });
    if (invited.ok) await this.mail.send({ ...invited, by });
    return invited;
  }

  private tell(by: User, { email, grant }: Pick<Invitation, 'email' | 'grant'>): JoinedWrite {
    const [projectIds, role] =
      grant.kind === 'owner' ? [[], 'owner'] : [grant.projectIds, grant.role];
    const line = { what: 'member.invited', to: [role, email] };
    return this.audit.prepare(
      by.id,
      projectIds.map((projectId) => ({ ...line, projectId })),
    );
  }

  /**
   * Adds the account that has this email. Creates an invitation when there is none. The result
   * reveals whether the account exists.
   */
  async addOrInvite(member: NewMember): Promise<AddOrInviteResult> {
    if (await this.members.isDisabled(member.email)) {
      return { ok: false, code: 'accounts.member_disabled' };
    }
    const into = await this.projects.list(member.projectIds);
    const results = await Promise.all(
      into.map(async (project) => ({
        project,
        ...(await this.members.add(project.id, member, member.by.id)),
      })),
    );
    const added = results.flatMap((each) => (each.ok ? [each.project] : []));
    const unchanged = results.flatMap((each) =>
      !each.ok && each.code === 'accounts.member_already' ? [each.project] : [],
    );
    if (added.length > 0) return { ok: true, into: added, unchanged };
    if (unchanged.length > 0) return { ok: false, code: 'accounts.member_already' };
    const made = await this.make({ ...member, projectIds: into.map(({ id }) => id) });
    return made.ok ? { ...made, into, unchanged } : made;
  }

  async listAddable(projectId: number): Promise<Addable> {
    const [emails, projects] = await Promise.all([
      this.members.listAddable(projectId),
      this.projects.list('all'),
    ]);
    const others = projects.filter(({ id }) => id !== projectId);
    return { emails, others: toChoices(toProjectValues(others)) };
  }

  /** Lists invitations whose address contains `text`. */
  async list(
    projectId: number,
    { includesSeveral, text = '' }: InvitationScope & { readonly text?: string },
  ): Promise<{ invited: InvitedRow[]; isCut: boolean }> {
    const limit = accountLimits.invitationsShown;
    const [found, projects] = await Promise.all([
      this.invitations.listOpen(limit + 1, {
        into: { projectId, isAlone: !includesSeveral },
        text,
      }),
      includesSeveral ? this.projects.list('all') : [],
    ]);
    const invited = found.slice(0, limit).flatMap(({ id, email, grant, expiresAtMs }) => {
      if (grant.kind === 'owner' || !grant.projectIds.includes(projectId)) return [];
      const others = projects.filter(
        (each) => each.id !== projectId && grant.projectIds.includes(each.id),
      );
      return [
        {
          invitation: id,
          email,
          role: grant.role,
          others: nameSome(others.map(({ name }) => name)),
          expiresAtMs,
          canSendAgain: email !== undefined && this.invitations.isMailSet,
        },
      ];
    });
    return { invited, isCut: found.length > limit };
  }

  withdraw(
    projectId: number,
    id: number,
    { includesSeveral, byUserId }: InvitationScope & { readonly byUserId: number },
  ) {
    return this.invitations.withdraw(id, { projectId, isAlone: !includesSeveral, byUserId });
  }
}
