import { Body, Get } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../../rendering/index.ts';
import type { TellFlash } from '../../../../rendering/index.ts';
import { CurrentAccess } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { SettingsSection } from '../../../people/settings/index.ts';
import { ProjectsService, readChosenProjects } from '../../projects/index.ts';
import { ProviderTrial } from '../flow/provider-trial.ts';
import { ProviderList } from '../provider-list.ts';
import {
  ChangedProviderDto,
  GroupDto,
  NewGroupDto,
  NewProviderDto,
  PasswordsDto,
  ProviderDto,
} from '../providers.dto.ts';
import type {
  AddGroupAction,
  AddProviderAction,
  ChangeProviderAction,
  PasswordsAction,
  ProvidersProps,
  Trial,
  TryAction,
} from '../providers.dto.ts';
import { ProviderSettings } from './provider-settings.ts';
import { ShownProviders } from './shown-providers.ts';

@SettingsSection({
  name: 'Providers',
  words: 'oidc openid connect sso single sign on saml keycloak google entra okta password groups',
  segment: 'providers',
  state: ProviderList,
  help: 'People sign in with the account of your company. Each provider asks for a redirect address, and gives a client id and secret.',
  document: 'sign-in',
  order: 24,
  right: 'instance.settings',
})
export class ProviderSettingsController {
  constructor(
    private readonly settings: ProviderSettings,
    private readonly shown: ShownProviders,
    private readonly providers: ProviderList,
    private readonly trial: ProviderTrial,
    private readonly projects: ProjectsService,
  ) {}

  @Get()
  @Page<PropsOf<ProviderSettingsController['show']>>('providers/providers.page', {
    head: () => ({ title: 'Sign-in providers' }),
  })
  show(): Promise<ProvidersProps> {
    return this.shown.find();
  }

  /**
   * The action is not repeatable. A repeatable action stores a hash of its body, which contains the
   * client secret.
   */
  @Action<AddProviderAction>('add', { isRepeatable: false })
  async add(
    @Body() sent: NewProviderDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.add(sent, toUserId(access)));
    flash({ text: `${sent.name.trim()} is added. Try it before you tell others.` });
  }

  @Action<ChangeProviderAction>('change', { isRepeatable: false })
  async change(
    @Body() sent: ChangedProviderDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.change(sent.provider, sent, toUserId(access)));
    flash({ text: `${sent.name.trim()} is saved.` });
  }

  @Action('remove')
  async remove(
    @Body() { provider }: ProviderDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.remove(provider, toUserId(access)));
    flash({ text: 'The provider is removed. Nobody can sign in with it.' });
  }

  @Action<TryAction>('try', { isRepeatable: false, showsResult: true })
  async try(@Body() { provider: key }: ProviderDto): Promise<Trial> {
    const provider = await this.providers.find(key);
    if (!provider) throw new InvalidFieldsException({ provider: ['There is no such provider.'] });
    return { provider: key, steps: await this.trial.run(provider) };
  }

  @Action<AddGroupAction>('add-group')
  async addGroup(
    @Body() { provider, group, role, everywhere, projects = [] }: NewGroupDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    if (role !== 'owner' && everywhere === undefined && projects.length === 0) {
      throw new InvalidFieldsException({ projects: ['Choose projects, or all of them.'] });
    }
    const projectIds =
      everywhere === 'on' ? ('all' as const) : await readChosenProjects(this.projects, projects);
    const rule = { group: group.trim(), role, projectIds };
    accept(await this.settings.addGroup(provider, rule, toUserId(access)));
    flash({ text: 'The group counts from the next sign-in of its people on.' });
  }

  @Action('remove-group')
  async removeGroup(
    @Body() { provider, group }: GroupDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.removeGroup(provider, Number(group), toUserId(access)));
    flash({ text: 'The group gives no role any more. People keep what they have.' });
  }

  @Action<PasswordsAction>('passwords')
  async setPasswords(
    @Body() { passwords }: PasswordsDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const areOn = passwords === 'on';
    accept(await this.settings.setPasswords(areOn, toUserId(access)));
    flash({
      text: areOn
        ? 'People may sign in with passwords.'
        : 'Passwords are off for all but the first owner. Sessions go on.',
    });
  }
}

function toUserId(access: Access): number {
  return access.getSignedIn().user.id;
}

function accept(problems: Readonly<Record<string, string>> | undefined): void {
  if (!problems) return;
  const fields = Object.entries(problems).map(([name, text]) => [name, [text]]);
  throw new InvalidFieldsException(Object.fromEntries(fields));
}
