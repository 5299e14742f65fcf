import { to } from '#shared';
import type { Address, PropsOf } from '#shared';
import { Body, Get, Injectable, NotFoundException, Param, Query } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import {
  Action,
  Flash,
  InvalidFieldsException,
  Page,
  RedirectException,
} from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectPipe, ProjectSection } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { RuleDto, SwitchRuleDto } from './alerts.dto.ts';
import type {
  AlertRuleProps,
  PreviewedRule,
  PreviewRuleAction,
  RemoveRuleAction,
  SaveRuleAction,
  SwitchRuleAction,
  TestRuleAction,
} from './alerts.dto.ts';
import { AlertsService } from './alerts.service.ts';

/**
 * Returns undefined for `new`. Throws `NotFoundException` for any other text that is not a positive
 * number.
 */
@Injectable()
class RuleIdPipe implements PipeTransform<string, number | undefined> {
  transform(text: string): number | undefined {
    if (text === 'new') return undefined;
    if (!/^[1-9]\d{0,14}$/.test(text)) throw new NotFoundException();
    return Number(text);
  }
}

@ProjectSection({
  name: 'Alerts',
  words: 'rules notify mail new regressed threshold environment crash-free sessions release',
  segment: 'alerts',
  state: AlertsService,
  help: 'A rule says which issues, or how few crash-free sessions of a release, raise an alert, and who is told. Each person can choose their own mails under Account.',
  document: 'alerts',
  order: 50,
  right: 'project.alerts',
})
export class AlertsController {
  constructor(private readonly alerts: AlertsService) {}

  @Get()
  @Page<PropsOf<AlertsController['list']>>('alerts/alerts.page', {
    head: ({ slug }) => ({ title: `Alerts of ${slug}` }),
    staleMs: 0,
  })
  list(@Param('slug', ProjectPipe) project: Project) {
    return this.alerts.list(project);
  }

  @Get(':rule')
  @Page<PropsOf<AlertsController['show']>>('alerts/rule.page', {
    head: ({ slug, id, fields }) => ({
      title: id === undefined ? `New rule of ${slug}` : `Rule “${fields.name}” of ${slug}`,
    }),
    staleMs: 0,
  })
  show(
    @Param('slug', ProjectPipe) project: Project,
    @Param('rule', RuleIdPipe) id: number | undefined,
    @Query('channel') channel: unknown,
  ): Promise<AlertRuleProps> {
    return this.alerts.show(project, id, Number(channel));
  }

  @Action<SwitchRuleAction>('switch', { of: ['list'] })
  async switch(
    @Param('slug', ProjectPipe) project: Project,
    @Body() request: SwitchRuleDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const isOn = request.to === 'on';
    const by = { isOn, byUserId: access.getSignedIn().user.id };
    const { name, isEnabled } = await this.alerts.setEnabled(project, Number(request.rule), by);
    const undo = { action: 'switch', fields: { rule: request.rule, to: isOn ? 'off' : 'on' } };
    flash({ text: `“${name}” is ${isEnabled ? 'on' : 'off'}.`, undo });
  }

  @Action<SaveRuleAction>('save', { of: ['show'] })
  async save(
    @Param('slug', ProjectPipe) project: Project,
    @Param('rule', RuleIdPipe) id: number | undefined,
    @Body() sent: RuleDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<never> {
    const byUserId = access.getSignedIn().user.id;
    const faults = await this.alerts.save(project, id, { sent, byUserId });
    if (faults) throw new InvalidFieldsException(faults);
    flash({ text: 'The rule is saved. It applies from now on.' });
    throw new RedirectException(toHref(project));
  }

  @Action<PreviewRuleAction>('preview', { of: ['show'], showsResult: true })
  async preview(
    @Param('slug', ProjectPipe) project: Project,
    @Body() sent: RuleDto,
  ): Promise<PreviewedRule> {
    const result = await this.alerts.preview(project, sent);
    if (!result.ok) throw new InvalidFieldsException(result.fields);
    return result.preview;
  }

  @Action<TestRuleAction>('test', { of: ['show'] })
  async test(
    @Param('slug', ProjectPipe) project: Project,
    @Param('rule', RuleIdPipe) id: number | undefined,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    if (id === undefined) throw new NotFoundException();
    const problem = await this.alerts.test(project, id, access.getSignedIn().user.id);
    if (problem !== undefined) throw new InvalidFieldsException({ '': [problem] });
    flash({ text: 'The test is being sent. The log under Channels says how it ends.' });
  }

  @Action<RemoveRuleAction>('remove', { of: ['show'] })
  async remove(
    @Param('slug', ProjectPipe) project: Project,
    @Param('rule', RuleIdPipe) id: number | undefined,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<never> {
    if (id === undefined) throw new NotFoundException();
    await this.alerts.remove(project, id, access.getSignedIn().user.id);
    flash({ text: 'The rule is removed.' });
    throw new RedirectException(toHref(project));
  }
}

function toHref({ slug }: Project): Address {
  return to('/settings/projects/:slug/alerts', { slug });
}
