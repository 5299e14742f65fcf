import { Body, Get, Param } from '@nestjs/common';
import { logLimits } from '#shared';
import type { PropsOf } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../../rendering/index.ts';
import type { TellFlash } from '../../../../rendering/index.ts';
import { CurrentAccess } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { DataPart, ProjectPipe } from '../../../projects/projects/index.ts';
import type { Project } from '../../../projects/projects/index.ts';
import { DAYS_INVALID, LogSettingsDto } from '../log-settings.dto.ts';
import { LogSettingsService } from './log-settings.service.ts';

@DataPart({
  name: 'Logs',
  words: 'days keep delete old level',
  segment: 'logs',
  order: 25,
  right: 'project.retention',
})
export class LogSettingsController {
  constructor(private readonly logs: LogSettingsService) {}

  @Get()
  @Page<PropsOf<LogSettingsController['show']>>('logs/log-settings.page', {
    head: ({ name }) => ({ title: `Logs of ${name}` }),
  })
  async show(@Param('slug', ProjectPipe) { id, name }: Project) {
    const [settings, room] = await Promise.all([this.logs.get(id), this.logs.describeRoom(id)]);
    return { name, settings, mostDays: logLimits.mostDays, room };
  }

  @Action('save')
  async save(
    @Param('slug', ProjectPipe) { id }: Project,
    @Body() sent: LogSettingsDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const before = await this.logs.get(id);
    if (!(await this.logs.set(id, sent, access.getSignedIn().user.id))) {
      throw new InvalidFieldsException({ days: [DAYS_INVALID] });
    }
    flash({
      text: toFlash(before.days, Number(sent.days)),
      undo: { action: 'save', fields: { days: String(before.days), level: before.level } },
    });
  }
}

function toFlash(before: number, days: number): string {
  if (days >= before) return 'Saved.';
  return days === 0
    ? 'Saved. No more logs are kept. Errata begins to remove those it has within ten minutes, for ever.'
    : 'Saved. Errata begins to remove logs of days before that within ten minutes, for ever.';
}
