import { Body, Get, Param } from '@nestjs/common';
import type { PrivacyRules, PropsOf } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { DataPart, ProjectPipe } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { PrivacyPreview } from './privacy-preview.ts';
import { parsePrivacyRules, toFields } from './privacy-rules.ts';
import { PrivacyService } from './privacy.service.ts';
import { PrivacyDto } from './privacy.dto.ts';
import type { PreviewedRules, PreviewPrivacyAction } from './privacy.dto.ts';

@DataPart({
  name: 'Privacy',
  words: 'hide scrub secret fields addresses ip mail iban',
  segment: 'privacy',
  order: 30,
  right: 'project.settings',
})
export class PrivacyController {
  constructor(
    private readonly privacy: PrivacyService,
    private readonly previews: PrivacyPreview,
  ) {}

  @Get()
  @Page<PropsOf<PrivacyController['show']>>('privacy/privacy.page', {
    head: ({ slug }) => ({ title: `Privacy of ${slug}` }),
  })
  async show(@Param('slug', ProjectPipe) { id, slug }: Project) {
    return { slug, rules: await this.privacy.get(id) };
  }

  @Action('save')
  async save(
    @Param('slug', ProjectPipe) { id }: Project,
    @Body() sent: PrivacyDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const rules = accept(sent);
    const before = await this.privacy.get(id);
    await this.privacy.set(id, rules, access.getSignedIn().user.id);
    const undo = { action: 'save', fields: toFields(before) };
    flash({ text: 'Privacy saved. The rules apply to events that arrive from now on.', undo });
  }

  @Action<PreviewPrivacyAction>('preview', { showsResult: true })
  preview(
    @Param('slug', ProjectPipe) { id }: Project,
    @Body() sent: PrivacyDto,
  ): Promise<PreviewedRules> {
    return this.previews.preview(id, accept(sent));
  }
}

function accept(sent: PrivacyDto): PrivacyRules {
  const parsed = parsePrivacyRules(sent);
  if (!parsed.ok) throw new InvalidFieldsException(parsed.fields);
  return parsed.rules;
}
