import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Body, Get, Param, Query } from '@nestjs/common';
import {
  Action,
  Flash,
  InvalidFieldsException,
  Page,
  RedirectException,
} from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, NeedsProof, Requires, toFieldErrors } from '../../people/accounts/index.ts';
import { AfterUserPipe } from './after-user.pipe.ts';
import { MembersService } from './members.service.ts';
import type { Access } from '../../people/accounts/index.ts';
import {
  FoundTextPipe,
  ProjectPipe,
  ProjectSection,
  ProjectsService,
  readChosenProjects,
} from '../projects/index.ts';
import type { Project } from '../projects/index.ts';
import {
  AddedMemberDto,
  InvitedDto,
  MemberDto,
  MemberRoleDto,
  NewMemberDto,
  TicketDto,
} from './members.dto.ts';
import type { AddMemberAction, InviteMemberAction, MadeLink } from './members.dto.ts';
import { ProjectInvitations } from './project-invitations.ts';

@ProjectSection({
  name: 'Members',
  words: 'roles admin viewer people invite',
  segment: 'members',
  state: MembersService,
  help: 'Viewers read, members triage and comment, admins set the project up. Owners can do everything in all projects.',
  order: 40,
  right: 'project.members',
})
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly invitations: ProjectInvitations,
    private readonly projects: ProjectsService,
  ) {}

  @Get()
  @Page<PropsOf<MembersController['show']>>('members/members.page', {
    head: ({ name }) => ({ title: `Members of ${name}` }),
  })
  async show(
    @Param('slug', ProjectPipe) { id, slug, name }: Project,
    @Query('after', AfterUserPipe) afterUserId: number | undefined,
    @Query('find', FoundTextPipe) find: string,
    @CurrentAccess() access: Access,
  ) {
    const [{ members, nextAfterId }, { invited, isCut }, addable] = await Promise.all([
      this.members.list(id, { afterUserId, text: find }),
      this.invitations.list(id, {
        includesSeveral: access.can('instance.invitations'),
        text: find,
      }),
      access.can('instance.people') ? this.invitations.listAddable(id) : undefined,
    ]);
    const visitor = access.getSignedIn().user.id;
    const query = { find: find === '' ? undefined : find, after: nextAfterId };
    return {
      name,
      slug,
      find,
      isLong: nextAfterId !== undefined || afterUserId !== undefined || isCut,
      isCut,
      members: members.map((member) => ({ ...member, isSelf: member.userId === visitor })),
      nextMembers:
        nextAfterId === undefined
          ? undefined
          : to('/settings/projects/:slug/members', { slug }, { query }),
      invited,
      addable,
    };
  }

  /**
   * Adds the person when an account has this email, and otherwise makes an invitation. Requires the
   * right to see all people, because the answer reveals whether the account exists.
   */
  @Action<AddMemberAction>('add-member', { showsResult: true })
  @Requires('instance.people')
  async addMember(
    @Param('slug', ProjectPipe) { id, slug }: Project,
    @Body() { email, role, projects = [] }: AddedMemberDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<MadeLink> {
    const { user: by } = access.getSignedIn();
    const others = await readChosenProjects(this.projects, projects);
    const projectIds = [...new Set([id, ...others])];
    const result = await this.invitations.addOrInvite({ projectIds, email, role, by });
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    const { into, unchanged } = result;
    if (result.made) return result.made;
    const kept =
      unchanged.length === 0 ? '' : ` The role in ${toNames(unchanged)} is the one of before.`;
    flash({ text: `${email.trim()} is in ${toNames(into)}, as ${role}.${kept}` });
    throw new RedirectException(to('/settings/projects/:slug/members', { slug }));
  }

  @Action<InviteMemberAction>('invite-member', { showsResult: true })
  @NeedsProof()
  async inviteMember(
    @Param('slug', ProjectPipe) { id, slug }: Project,
    @Body() { email, role }: NewMemberDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<MadeLink> {
    const { user: by } = access.getSignedIn();
    const result = await this.invitations.make({ projectIds: [id], email, role, by });
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    if (result.made.link !== undefined) return result.made;
    flash({ text: `Mailed to ${result.made.email}. The link works once, within a week.` });
    throw new RedirectException(to('/settings/projects/:slug/members', { slug }));
  }

  @Action('send-again', { isRepeatable: false })
  @NeedsProof()
  async sendAgain(
    @Param('slug', ProjectPipe) { id }: Project,
    @Body() { invitation }: InvitedDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const includesSeveral = access.can('instance.invitations');
    const scope = { includesSeveral, by: access.getSignedIn().user };
    const result = await this.invitations.sendAgain(id, Number(invitation), scope);
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    flash({ text: `Mailed to ${result.invitation.email} again. The link before has ended.` });
  }

  @Action('withdraw')
  async withdraw(
    @Param('slug', ProjectPipe) { id }: Project,
    @Body() { invitation }: InvitedDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const includesSeveral = access.can('instance.invitations');
    const isAllowed = { includesSeveral, byUserId: access.getSignedIn().user.id };
    if ((await this.invitations.withdraw(id, Number(invitation), isAllowed)) === undefined) {
      throw new InvalidFieldsException(toFieldErrors('accounts.invitation_unknown'));
    }
    flash({ text: 'The invitation is withdrawn. Its link no longer works.' });
  }

  @Action('put-back')
  async putBack(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { ticket }: TicketDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const byUserId = access.getSignedIn().user.id;
    const result = await this.members.undoRemoval(project.id, ticket, byUserId);
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    flash({ text: `${result.email} is in the project, as ${result.role}.` });
  }

  @Action('change-role')
  async changeRole(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { user, role }: MemberRoleDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const byUserId = access.getSignedIn().user.id;
    const change = { userId: Number(user), role };
    const result = await this.members.changeRole(project.id, change, byUserId);
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    flash({ text: `Role changed to ${role}.` });
    leave(access, Number(user));
  }

  @Action('remove-member')
  async removeMember(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { user }: MemberDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const byUserId = access.getSignedIn().user.id;
    const result = await this.members.remove(project.id, Number(user), byUserId);
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    const { email, ticket } = result;
    const text = `${email} is in the project no more.`;
    flash({ text });
    leave(access, Number(user));
    flash({ text, undo: { action: 'put-back', fields: { ticket } } });
  }
}

/**
 * Redirects people to the list of projects after they have changed their own role, because they may
 * have lost the right to see these settings. Owners never lose this right.
 */
function leave({ user }: Access, changedUserId: number): void {
  if (user?.id === changedUserId && !user.isOwner)
    throw new RedirectException('/settings/projects');
}

function toNames(projects: readonly Project[]): string {
  return new Intl.ListFormat('en').format(projects.map(({ name }) => name));
}
