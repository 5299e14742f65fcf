import { errorCatalogue, to } from '#shared';
import type { PropsOf } from '#shared';
import { Body, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  Action,
  Flash,
  InvalidFieldsException,
  Page,
  RedirectException,
} from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { RendererConfig } from '../../../config/renderer-config.ts';
import {
  CurrentAccess,
  OwnPassword,
  ResetRequests,
  toFieldErrors,
} from '../../people/accounts/index.ts';
import { AfterUserPipe } from '../members/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { AuditTrail } from '../../people/audit/index.ts';
import { SettingsSection } from '../../people/settings/index.ts';
import { FoundTextPipe, ProjectsService, readChosenProjects } from '../projects/index.ts';
import { InvitationListService } from './invitation-list.service.ts';
import { InvitationDto, NewInvitationDto } from './invitation-list.dto.ts';
import type { MadeInvitation } from './invitation-list.dto.ts';
import { PersonDto, RemovedPersonDto, ResetFactorDto, SignedOutPersonDto } from './people.dto.ts';
import type { MadeResetLink, ResetLinkAction } from './people.dto.ts';
import { PeopleService } from './people.service.ts';
import type { PersonChangeResult } from './people.service.ts';

const OWN_LINK =
  'Change your own password under Account. If you forgot it, ask another owner, or run errata reset-link on the server.';

@SettingsSection({
  name: 'People',
  words: 'accounts users owners password disable invite invitations join link members',
  state: PeopleService,
  segment: 'people',
  help: 'Everybody who can sign in, in which projects they are, and who is invited.',
  order: 20,
  right: 'instance.people',
})
export class PeopleController {
  constructor(
    private readonly people: PeopleService,
    private readonly invitations: InvitationListService,
    private readonly projects: ProjectsService,
    private readonly audit: AuditTrail,
    private readonly resets: ResetRequests,
    private readonly passwords: OwnPassword,
    private readonly config: RendererConfig,
  ) {}

  @Get()
  @Page<PropsOf<PeopleController['list']>>('people/people.page', {
    head: () => ({ title: 'People' }),
  })
  async list(
    @Query('after', AfterUserPipe) afterId: number | undefined,
    @Query('find', FoundTextPipe) find: string,
    @CurrentAccess() access: Access,
  ) {
    const [{ people, nextAfterId }, invited] = await Promise.all([
      this.people.list(afterId, find),
      this.invitations.show(find),
    ]);
    const visitor = access.getSignedIn().user.id;
    const next = { find: find === '' ? undefined : find, after: nextAfterId };
    return {
      find,
      isLong: nextAfterId !== undefined || afterId !== undefined || invited.isCut,
      people: people.map(({ name, admittedBy, ...person }) => ({
        id: person.id,
        email: person.email,
        name,
        admittedBy,
        isOwner: person.isOwner,
        isDisabled: person.state === 'disabled',
        isSelf: person.id === visitor,
        hasSecondFactor: person.hasSecondFactor,
        isLinked: person.isLinked,
        projects: person.projects,
        moreProjects: person.moreProjects,
      })),
      nextPage: nextAfterId === undefined ? undefined : to('/settings/people', {}, { query: next }),
      invited,
    };
  }

  @Action('invite', { showsResult: true })
  async invite(
    @Body() { email = '', role, projects = [] }: NewInvitationDto,
    @CurrentAccess() access: Access,
  ): Promise<MadeInvitation> {
    const { user } = access.getSignedIn();
    const projectIds = await readChosenProjects(this.projects, projects);
    const tell = this.tell(access, { what: 'person.invited', to: [role, email.trim()] });
    const made = { invitedBy: user, email, role, projectIds, tell };
    const result = await this.invitations.make(made);
    if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
    return result.made;
  }

  @Action('withdraw')
  async withdraw(
    @Body() { invitation }: InvitationDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const byUserId = access.getSignedIn().user.id;
    if ((await this.invitations.withdraw(Number(invitation), byUserId)) === undefined) {
      const { message } = errorCatalogue['accounts.invitation_unknown'];
      throw new InvalidFieldsException({ '': [message] });
    }
    flash({ text: 'The invitation is withdrawn. Its link no longer works.' });
  }

  @Action('make-owner')
  async makeOwner(
    @Body() { user }: PersonDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const tell = this.tell(access, { what: 'person.owner', target: user, from: false, to: true });
    const { name } = accept(await this.people.setOwner(Number(user), true, tell));
    flash({
      text: `${name} owns Errata too.`,
      undo: { action: 'unmake-owner', fields: { user } },
    });
  }

  @Action('unmake-owner')
  async unmakeOwner(
    @Body() { user }: PersonDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const tell = this.tell(access, { what: 'person.owner', target: user, from: true, to: false });
    const { name } = accept(await this.people.setOwner(Number(user), false, tell));
    flash({ text: `${name} is no owner any more.` });
    if (isSelf(access, user)) throw new RedirectException('/');
  }

  @Action('disable')
  async disable(
    @Body() { user }: PersonDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const tell = this.tell(access, { what: 'person.enabled', target: user, from: true, to: false });
    const { name } = accept(await this.people.disable(Number(user), tell));
    flash({
      text: `${name} is signed out and cannot sign in.`,
      undo: { action: 'enable', fields: { user } },
    });
    if (isSelf(access, user)) leave(flash, 'You are signed out and cannot sign in.');
  }

  @Action('enable')
  async enable(
    @Body() { user }: PersonDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const tell = this.tell(access, { what: 'person.enabled', target: user, from: false, to: true });
    const { name } = accept(await this.people.enable(Number(user), tell));
    flash({ text: `${name} can sign in again.`, undo: { action: 'disable', fields: { user } } });
  }

  /** Refuses a link for oneself, because a copied session would otherwise get the account by it. */
  @Action<ResetLinkAction>('make-reset-link', { isRepeatable: false, showsResult: true })
  async makeResetLink(
    @Body() { user }: PersonDto,
    @CurrentAccess() access: Access,
  ): Promise<MadeResetLink> {
    if (isSelf(access, user)) throw new InvalidFieldsException({ user: [OWN_LINK] });
    const byId = access.getSignedIn().user.id;
    const made = await this.resets.make(Number(user), byId);
    if (!made) throw new InvalidFieldsException(toFieldErrors('accounts.user_unknown'));
    await this.audit.note(byId, { what: 'person.reset-link', target: user, to: true });
    return { email: made.user.email, link: this.config.publicUrl + made.path };
  }

  /**
   * Removes the second factor of a person, for example after its loss. Until the person sets up
   * another one, the password suffices to sign in. Owners enter their password to reset their own.
   */
  @Action('reset-second-factor', { isRepeatable: false })
  async resetSecondFactor(
    @Body() { user, password }: ResetFactorDto,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    if (isSelf(access, user)) await this.passwords.require(Number(user), response, password);
    const byId = access.getSignedIn().user.id;
    const { name } = accept(await this.people.resetSecondFactor(Number(user), byId));
    flash({ text: `${name} signs in with the password alone now, and is signed out.` });
    if (isSelf(access, user))
      leave(flash, 'Your second factor is reset. Sign in with your password.');
  }

  @Action('end-sessions')
  async endSessions(
    @Body() fields: SignedOutPersonDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const { user } = fields;
    const byId = access.getSignedIn().user.id;
    const tell = this.tell(access, { what: 'person.sessions-ended', target: user, from: true });
    const { name } = accept(await this.people.endSessions(Number(user), tell));
    const withdrawn = await this.people.withdraw(fields, byId);
    flash({ text: `${name} is signed out everywhere.${withdrawn}` });
    if (isSelf(access, user)) leave(flash, 'You are signed out everywhere.');
  }

  @Action('remove')
  async remove(
    @Body() { user }: RemovedPersonDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const byId = access.getSignedIn().user.id;
    const tell = this.tell(access, { what: 'person.removed', target: user, from: true });
    const { name } = accept(await this.people.remove(Number(user), byId, tell));
    flash({ text: `${name} has been removed.` });
    if (isSelf(access, user)) leave(flash, 'Your account has been removed.');
  }

  private tell(access: Access, line: Parameters<AuditTrail['prepare']>[1]) {
    return this.audit.prepare(access.getSignedIn().user.id, line);
  }
}

function accept(result: PersonChangeResult): { readonly name: string } {
  if (!result.ok) throw new InvalidFieldsException(toFieldErrors(result.code));
  return { name: result.user.name ?? result.user.email };
}

function isSelf({ user }: Access, changed: string): boolean {
  return user?.id === Number(changed);
}

function leave(flash: TellFlash, text: string): never {
  flash({ text });
  throw new RedirectException('/sign-in');
}
