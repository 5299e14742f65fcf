import { Body, Get, Param } from '@nestjs/common';
import { codeLinkLimits } from '#product/recording/code-links/rules';
import type { PropsOf } from '#shared';
import { IsString, MaxLength } from 'class-validator';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectPipe, ProjectSection } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { CodeLinksService } from './code-links.service.ts';

const MOST = codeLinkLimits.lines * (codeLinkLimits.lineLength + 2);

class CodeLinksDto {
  @IsString({ message: 'This is no list of lines.' })
  @MaxLength(MOST, { message: `Lines have at most ${MOST} characters together.` })
  readonly links!: string;
}

@ProjectSection({
  name: 'Code links',
  words: 'repository github gitlab commit',
  segment: 'code-links',
  state: CodeLinksService,
  help: 'Frames of a stack trace lead to their lines in your repository.',
  order: 39,
  right: 'project.settings',
})
export class CodeLinksController {
  constructor(private readonly links: CodeLinksService) {}

  @Get()
  @Page<PropsOf<CodeLinksController['show']>>('code-links/code-links.page', {
    head: ({ slug }) => ({ title: `Code links of ${slug}` }),
  })
  async show(@Param('slug', ProjectPipe) { id, slug }: Project) {
    return { slug, text: (await this.links.get(id)).join('\n') };
  }

  @Action('save')
  async save(
    @Param('slug', ProjectPipe) { id }: Project,
    @Body() sent: CodeLinksDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const accepted = this.links.accept(sent.links);
    if (!accepted.ok) throw new InvalidFieldsException({ links: [accepted.problem] });
    const before = await this.links.get(id);
    await this.links.set(id, accepted.lines, access.getSignedIn().user.id);
    const undo = { action: 'save', fields: { links: before.join('\n') } };
    flash({ text: 'The links are saved. They stand on the pages of all events.', undo });
  }
}
