import { Body, Get, Param } from '@nestjs/common';
import { parseFilterList } from '#product/recording/filters/rules';
import type { PropsOf } from '#shared';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { Action, Flash, InvalidFieldsException, Page } from '../../../../rendering/index.ts';
import type { TellFlash } from '../../../../rendering/index.ts';
import { CurrentAccess } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { DataPart, ProjectPipe } from '../../../projects/projects/index.ts';
import type { Project } from '../../../projects/projects/index.ts';
import { SpanSettingsService } from './span-settings.service.ts';

class SpanSettingsDto {
  /** Absent to leave it as it is. */
  @IsOptional()
  @IsIn(['on', 'off'], { message: 'Choose whether spans count.' })
  readonly taken?: 'on' | 'off';

  /** One name a line. */
  @IsString({ message: 'This is no list.' })
  readonly leftOut!: string;
}

@DataPart({
  name: 'Spans',
  words: 'performance transactions traces sampling count health checks leave out',
  segment: 'spans',
  order: 27,
  right: 'project.retention',
})
export class SpanSettingsController {
  constructor(private readonly spans: SpanSettingsService) {}

  @Get()
  @Page<PropsOf<SpanSettingsController['show']>>('segments/span-settings.page', {
    head: ({ name }) => ({ title: `Spans of ${name}` }),
  })
  async show(@Param('slug', ProjectPipe) { id, name }: Project) {
    const settings = await this.spans.get(id);
    return { name, settings, room: await this.spans.describe(id, settings) };
  }

  @Action('save')
  async save(
    @Param('slug', ProjectPipe) { id }: Project,
    @Body() { taken, leftOut }: SpanSettingsDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    // The list has the form of the project's filters: patterns with `*`, one a line.
    const parsed = parseFilterList('releases', leftOut);
    if (!parsed.ok) throw new InvalidFieldsException({ leftOut: [parsed.problem] });
    const before = await this.spans.get(id);
    const patch = { leftOut: parsed.entries, ...(taken === undefined ? {} : { taken }) };
    await this.spans.set(id, patch, access.getSignedIn().user.id);
    const fields = { leftOut: before.leftOut.join('\n') };
    const undone = before.taken === 'asked' ? fields : { ...fields, taken: before.taken };
    flash({ text: 'Saved.', undo: { action: 'save', fields: undone } });
  }
}
