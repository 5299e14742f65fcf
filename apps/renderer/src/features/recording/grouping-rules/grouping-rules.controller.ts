import { Body, Get, Param } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectPipe, ProjectSection } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { GroupingRulesDto } from './grouping-rules.dto.ts';
import type { PreviewedGroupingRules, PreviewGroupingRulesAction } from './grouping-rules.dto.ts';
import { GroupingRulesService } from './grouping-rules.service.ts';
import { RulePreview } from './rule-preview.ts';

@ProjectSection({
  name: 'Grouping rules',
  words: 'fingerprint merge ignore',
  segment: 'grouping-rules',
  state: GroupingRulesService,
  help: 'Rules that group events by what you know of your application, name issues, or ignore events.',
  document: 'grouping-rules',
  order: 33,
  right: 'project.settings',
})
export class GroupingRulesController {
  constructor(
    private readonly rules: GroupingRulesService,
    private readonly previews: RulePreview,
  ) {}

  @Get()
  @Page<PropsOf<GroupingRulesController['show']>>('grouping-rules/grouping-rules.page', {
    head: ({ slug }) => ({ title: `Grouping rules of ${slug}` }),
  })
  async show(@Param('slug', ProjectPipe) { id, slug }: Project) {
    return { slug, text: (await this.rules.get(id)).join('\n') };
  }

  @Action('save')
  async save(
    @Param('slug', ProjectPipe) { id }: Project,
    @Body() sent: GroupingRulesDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const { lines } = await this.accept(id, sent);
    const before = await this.rules.get(id);
    await this.rules.set(id, lines, access.getSignedIn().user.id);
    const undo = { action: 'save', fields: { rules: before.join('\n') } };
    flash({ text: 'The rules are saved. They apply to events that arrive from now on.', undo });
  }

  @Action<PreviewGroupingRulesAction>('preview', { showsResult: true })
  async preview(
    @Param('slug', ProjectPipe) { id, slug }: Project,
    @Body() sent: GroupingRulesDto,
  ): Promise<PreviewedGroupingRules> {
    return this.previews.preview({ id, slug }, await this.accept(id, sent));
  }

  private async accept(projectId: number, { rules }: GroupingRulesDto) {
    const accepted = await this.rules.accept(projectId, rules);
    if (!accepted.ok) throw new InvalidFieldsException({ rules: [accepted.problem] });
    return accepted;
  }
}
