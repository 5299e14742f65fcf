import { Body, Get, Param } from '@nestjs/common';
import { retentionLimits } from '#shared';
import type { PropsOf } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { DataPart, ProjectPipe } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { DAYS_INVALID, DaysDto } from './retention.dto.ts';
import { RetentionService } from './retention.service.ts';

@DataPart({
  name: 'Retention',
  words: 'days keep delete old events',
  segment: 'retention',
  order: 20,
  right: 'project.retention',
})
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Get()
  @Page<PropsOf<RetentionController['show']>>('retention/retention.page', {
    head: ({ name }) => ({ title: `Retention of ${name}` }),
  })
  async show(@Param('slug', ProjectPipe) { id, name }: Project) {
    const { fewestDays, mostDays } = retentionLimits;
    return { name, days: await this.retention.getDays(id), fewestDays, mostDays };
  }

  @Action('keep')
  async keep(
    @Param('slug', ProjectPipe) { id }: Project,
    @Body() { days }: DaysDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const before = await this.retention.getDays(id);
    if (!(await this.retention.keepFor(id, days, access.getSignedIn().user.id))) {
      throw new InvalidFieldsException({ days: [DAYS_INVALID] });
    }
    const isShorter = Number(days) < before;
    flash({
      text: isShorter
        ? `Retention saved. Within ten minutes, events of more than ${days} days go for ever.`
        : 'Retention saved.',
      undo: { action: 'keep', fields: { days: String(before) } },
    });
  }
}
