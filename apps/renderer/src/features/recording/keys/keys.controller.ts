import { Body, Get, Param } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { Action, Flash, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import {
  accept,
  ProjectPipe,
  ProjectSection,
  ProjectSettingsService,
} from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { KeyDto, KeyRateDto } from './keys.dto.ts';
import { UsedKeys } from './used-keys.ts';

@ProjectSection({
  name: 'Keys',
  words: 'dsn rate disable rotate client',
  segment: 'keys',
  state: UsedKeys,
  help: 'A key lets an application send to this project. Its DSN holds the key and this Errata’s address. To rotate a key, make a second one, move your applications, and disable the first.',
  document: 'tunnel',
  order: 20,
  right: 'project.keys',
})
export class KeysController {
  constructor(
    private readonly settings: ProjectSettingsService,
    private readonly keys: UsedKeys,
  ) {}

  @Get()
  @Page<PropsOf<KeysController['show']>>('keys/keys.page', {
    head: ({ name }) => ({ title: `Keys of ${name}` }),
  })
  async show(@Param('slug', ProjectPipe) { id, name }: Project) {
    return { name, ...(await this.keys.list(id)) };
  }

  @Action('add-key')
  async addKey(
    @Param('slug', ProjectPipe) project: Project,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    accept(await this.settings.addKey(project.id, access.getSignedIn().user.id));
    flash({ text: 'The project has a new key.' });
  }

  @Action('disable-key')
  async disableKey(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { key }: KeyDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.setEnabled(access, project, { publicKey: key, enabled: false });
    const { keys } = await this.keys.list(project.id);
    const lastDay = keys.find(({ publicKey }) => publicKey === key)?.lastDay ?? 0;
    const use =
      lastDay === 0
        ? 'Nothing'
        : lastDay === 1
          ? '1 item'
          : `${lastDay.toLocaleString('en')} items`;
    flash({
      text: `Key disabled. ${use} came by it in the last 24 hours.`,
      undo: { action: 'enable-key', fields: { key } },
    });
  }

  @Action('enable-key')
  async enableKey(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { key }: KeyDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.setEnabled(access, project, { publicKey: key, enabled: true });
    flash({ text: 'Key enabled.', undo: { action: 'disable-key', fields: { key } } });
  }

  @Action('limit-key')
  async limitKey(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { key, rate }: KeyRateDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const keys = await this.settings.listKeys(project.id);
    const before = keys.find(({ publicKey }) => publicKey === key)?.reportsPerMinute;
    accept(
      await this.settings.limitKey(
        project.id,
        { publicKey: key, rate },
        access.getSignedIn().user.id,
      ),
    );
    const fields = { key, rate: String(before ?? '') };
    flash({ text: 'Rate of the key saved.', undo: { action: 'limit-key', fields } });
  }

  private async setEnabled(
    access: Access,
    { id }: Project,
    key: { readonly publicKey: string; readonly enabled: boolean },
  ): Promise<void> {
    accept(await this.settings.setKeyEnabled(id, key, access.getSignedIn().user.id));
  }
}
