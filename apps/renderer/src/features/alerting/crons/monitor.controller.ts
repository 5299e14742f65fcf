import { Body, Controller, Get, NotFoundException, Param, Query } from '@nestjs/common';
import type { PropsOf } from '#shared';
import {
  Action,
  Flash,
  InvalidFieldsException,
  Page,
  RedirectException,
} from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { MonitorDto, MuteDto, RemoveMonitorDto } from './crons.dto.ts';
import type { ChangeMonitorAction, MuteAction, RemoveMonitorAction } from './crons.dto.ts';
import { CronsService } from './crons.service.ts';
import { MonitorIdPipe } from './monitor-id.pipe.ts';
import { ProjectOfMonitor } from './project-of-monitor.ts';

const TOLD = { active: 'is watched', muted: 'is muted', disabled: 'is switched off' } as const;

@Controller('crons/:id')
@Requires('issues.read', ProjectOfMonitor)
export class MonitorController {
  constructor(private readonly crons: CronsService) {}

  @Get()
  @Page<PropsOf<MonitorController['show']>>('crons/monitor.page', {
    head: ({ name }) => ({ title: `Cron ${name}` }),
    tags: ({ tags }) => tags,
    staleMs: 0,
  })
  async show(
    @Param('id', MonitorIdPipe) id: number,
    @Query('environment') environment: unknown,
    @Query('before') before: unknown,
    @CurrentAccess() access: Access,
  ) {
    const asked = {
      environment: typeof environment === 'string' ? environment : undefined,
      beforeId:
        typeof before === 'string' && /^\d{1,15}$/.test(before) ? Number(before) : undefined,
    };
    const monitor = await this.crons.show(id, asked, access);
    if (!monitor) throw new NotFoundException();
    return monitor;
  }

  /**
   * Mutes or unmutes a monitor. Refuses a monitor that is switched off, because only admins are
   * allowed to switch it on.
   */
  @Action<MuteAction>('mute')
  @Requires('issues.triage', ProjectOfMonitor)
  async mute(
    @Param('id', MonitorIdPipe) id: number,
    @Body() { to }: MuteDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    if (to === 'disabled') throw new InvalidFieldsException({ to: ['There is no such choice.'] });
    if (await this.crons.isDisabled(id)) {
      throw new InvalidFieldsException({
        '': ['The monitor is switched off: an admin switches it on.'],
      });
    }
    await this.setState(id, { to, access, flash, action: 'mute' });
  }

  @Action<MuteAction>('switch')
  @Requires('project.alerts', ProjectOfMonitor)
  async switch(
    @Param('id', MonitorIdPipe) id: number,
    @Body() { to }: MuteDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.setState(id, { to, access, flash, action: 'switch' });
  }

  @Action<ChangeMonitorAction>('change')
  @Requires('project.alerts', ProjectOfMonitor)
  async change(
    @Param('id', MonitorIdPipe) id: number,
    @Body() fields: MonitorDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const result = await this.crons.change(id, fields, access);
    if (!result.ok) throw new InvalidFieldsException(result.errors);
    flash({ text: 'Saved.' });
  }

  @Action<RemoveMonitorAction>('remove')
  @Requires('project.alerts', ProjectOfMonitor)
  async remove(
    @Param('id', MonitorIdPipe) id: number,
    @Body() { slug }: RemoveMonitorDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<never> {
    if (!(await this.crons.remove(id, slug, access))) {
      throw new InvalidFieldsException({ slug: ['This is not the slug of the monitor.'] });
    }
    flash({ text: 'The monitor is removed, with its runs.' });
    throw new RedirectException('/crons');
  }

  private async setState(
    id: number,
    {
      to,
      access,
      flash,
      action,
    }: {
      readonly to: MuteDto['to'];
      readonly access: Access;
      readonly flash: TellFlash;
      readonly action: string;
    },
  ): Promise<void> {
    const changed = await this.crons.setState(id, to, access);
    if (!changed) throw new NotFoundException();
    const { name, before } = changed;
    flash({ text: `“${name}” ${TOLD[to]}.`, undo: { action, fields: { to: before } } });
  }
}
