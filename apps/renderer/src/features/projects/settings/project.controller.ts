import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import {
  Action,
  Flash,
  InvalidFieldsException,
  Page,
  RedirectException,
  UseLayouts,
} from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import {
  AfterUserPipe,
  CurrentAccess,
  MembersService,
  Requires,
  toFieldErrors,
} from '../../accounts/index.ts';
import type { Access } from '../../accounts/index.ts';
import { SettingsLayout } from '../../settings/index.ts';
import { toRefusal } from './project-errors.ts';
import { ProjectInvitations } from './project-invitations.ts';
import { ProjectOfSlug } from './project-of-slug.ts';
import {
  InvitedDto,
  KeyDto,
  KeyRateDto,
  MemberDto,
  MemberRoleDto,
  NewMemberDto,
  OriginsDto,
  ProjectNameDto,
  RateDto,
  TicketDto,
} from './project-settings.dto.ts';
import type { InviteMemberAction, MadeLink, ProjectSettingsProps } from './project-settings.dto.ts';
import { ProjectSettingsService } from './project-settings.service.ts';
import type { ProjectResult } from './project-settings.service.ts';
import { ProjectPipe } from './project.pipe.ts';
import type { Project } from './project.pipe.ts';

/** What there is to be set of one project: its name, its keys, who is in it. */
@Controller('settings/projects/:slug')
@UseLayouts(SettingsLayout)
export class ProjectController {
  constructor(
    private readonly settings: ProjectSettingsService,
    private readonly members: MembersService,
    private readonly invitations: ProjectInvitations,
  ) {}

  @Get()
  @Requires('project.settings', ProjectOfSlug)
  @Page<typeof import('../views/project.page.tsx')>('projects/project.page', {
    head: ({ name }) => ({ title: `Settings of ${name}` }),
  })
  async show(
    @Param('slug', ProjectPipe) { id, slug, name, reportsPerMinute, allowedOrigins }: Project,
    @Query('after', AfterUserPipe) afterUserId: number | undefined,
    @CurrentAccess() access: Access,
  ): Promise<ProjectSettingsProps> {
    const [keys, { members, nextAfterId }, invited, addable] = await Promise.all([
      this.settings.listKeys(id),
      this.members.list(id, afterUserId),
      this.invitations.list(id),
      access.can('instance.people') ? this.members.listAddable(id) : undefined,
    ]);
    const visitor = access.getSignedIn().user.id;
    return {
      slug,
      name,
      ...(reportsPerMinute === undefined ? {} : { reportsPerMinute }),
      ...(allowedOrigins ? { allowedOrigins } : {}),
      keys,
      members: members.map((member) => ({ ...member, isSelf: member.userId === visitor })),
      ...(nextAfterId === undefined
        ? {}
        : { nextMembers: `/settings/projects/${slug}?after=${nextAfterId}` }),
      invited,
      ...(addable ? { addable } : {}),
    };
  }

  @Action('rename')
  @Requires('project.settings', ProjectOfSlug)
  async rename(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { name }: ProjectNameDto,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.rename(project.id, name));
    flash({ text: 'Name saved.', undo: { action: 'rename', fields: { name: project.name } } });
  }

  @Action('add-key')
  @Requires('project.keys', ProjectOfSlug)
  async addKey(
    @Param('slug', ProjectPipe) project: Project,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.addKey(project.id));
    flash({ text: 'There is another key.' });
  }

  @Action('disable-key')
  @Requires('project.keys', ProjectOfSlug)
  async disableKey(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { key }: KeyDto,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.setKeyEnabled(project.id, { publicKey: key, enabled: false }));
    flash({ text: 'Key disabled.', undo: { action: 'enable-key', fields: { key } } });
  }

  @Action('enable-key')
  @Requires('project.keys', ProjectOfSlug)
  async enableKey(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { key }: KeyDto,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.setKeyEnabled(project.id, { publicKey: key, enabled: true }));
    flash({ text: 'Key enabled.', undo: { action: 'disable-key', fields: { key } } });
  }

  @Action('limit')
  @Requires('project.settings', ProjectOfSlug)
  async limit(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { rate }: RateDto,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.limit(project.id, rate));
    const fields = { rate: String(project.reportsPerMinute ?? '') };
    flash({ text: 'Rate of the project saved.', undo: { action: 'limit', fields } });
  }

  @Action('limit-key')
  @Requires('project.keys', ProjectOfSlug)
  async limitKey(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { key, rate }: KeyRateDto,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const keys = await this.settings.listKeys(project.id);
    const before = keys.find(({ publicKey }) => publicKey === key)?.reportsPerMinute;
    accept(await this.settings.limitKey(project.id, { publicKey: key, rate }));
    const fields = { key, rate: String(before ?? '') };
    flash({ text: 'Rate of the key saved.', undo: { action: 'limit-key', fields } });
  }

  @Action('allow-origins')
  @Requires('project.settings', ProjectOfSlug)
  async allowOrigins(
    @Param('slug', ProjectPipe) { id, allowedOrigins = [] }: Project,
    @Body() { origins }: OriginsDto,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.allowOrigins(id, origins));
    const fields = { origins: allowedOrigins.join('\n') };
    flash({ text: 'Origins saved.', undo: { action: 'allow-origins', fields } });
  }

  /** For people who may see all others: the answer tells whether there is an account. */
  @Action('add-member')
  @Requires('instance.people')
  async addMember(
    @Param('slug', ProjectPipe) project: Project,
    @Body() wish: NewMemberDto,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const result = await this.members.add(project.id, wish);
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    flash({ text: `${wish.email.trim()} is in the project, as ${wish.role}.` });
  }

  /** The link is in this answer and nowhere else: of its token only the hash is stored. */
  @Action<InviteMemberAction>('invite-member', { showsResult: true })
  @Requires('project.members', ProjectOfSlug)
  async inviteMember(
    @Param('slug', ProjectPipe) { id }: Project,
    @Body() { email, role }: NewMemberDto,
    @CurrentAccess() access: Access,
  ): Promise<MadeLink> {
    const invitedBy = access.getSignedIn().user.id;
    const result = await this.invitations.make({ projectId: id, email, role, invitedBy });
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    return result.made;
  }

  @Action('withdraw')
  @Requires('project.members', ProjectOfSlug)
  async withdraw(
    @Param('slug', ProjectPipe) { id }: Project,
    @Body() { invitation }: InvitedDto,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    if (!(await this.invitations.withdraw(id, Number(invitation)))) {
      throw new InvalidFieldsException(toFieldErrors('accounts.invitation_unknown'));
    }
    flash({ text: 'The invitation is withdrawn: its link leads nowhere.' });
  }

  @Action('put-back')
  @Requires('project.members', ProjectOfSlug)
  async putBack(
    @Param('slug', ProjectPipe) { id }: Project,
    @Body() { ticket }: TicketDto,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const result = await this.members.putBack(id, ticket);
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    flash({ text: `${result.email} is in the project, as ${result.role}.` });
  }

  @Action('change-role')
  @Requires('project.members', ProjectOfSlug)
  async changeRole(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { user, role }: MemberRoleDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const result = await this.members.changeRole(project.id, { userId: Number(user), role });
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    flash({ text: `Role changed to ${role}.` });
    leave(access, Number(user));
  }

  @Action('remove-member')
  @Requires('project.members', ProjectOfSlug)
  async removeMember(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { user }: MemberDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const result = await this.members.remove(project.id, Number(user));
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    const { email, ticket } = result;
    const text = `${email} is in the project no more.`;
    flash({ text });
    leave(access, Number(user));
    flash({ text, undo: { action: 'put-back', fields: { ticket } } });
  }
}

function accept(result: ProjectResult): void {
  if (!result.ok) throw toRefusal(result.code);
}

/** Whoever changed what they are themselves may have no business on this page any more. */
function leave({ user }: Access, changedUserId: number): void {
  if (user?.id === changedUserId && !user.isOwner)
    throw new RedirectException('/settings/projects');
}
