import { Body, Param } from '@nestjs/common';
import { IsIn } from 'class-validator';
import type { ActionOf } from '#shared';
import { Action, Flash } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { MissesService } from '../../recording/artifacts/index.ts';
import { IssuePart } from '../../recording/issue-page/index.ts';
import type { IssueContext, IssuePartLoader } from '../../recording/issue-page/index.ts';
import { IssueIdPipe, ProjectOfIssue } from '../../recording/issues/index.ts';
import { CodeView } from './code-view.ts';
import type { ProcessAgainAction, SourceMapsPartProps } from './reprocessing.dto.ts';
import { ReprocessingService } from './reprocessing.service.ts';

class CodeViewDto {
  @IsIn(['original', 'minified'], { message: 'Choose the original or the minified code.' })
  readonly code!: 'original' | 'minified';
}

type ShowCodeAction = ActionOf<'show-code', CodeViewDto>;

@IssuePart<typeof import('./views/issue.source-maps.waiting.part.tsx')>(
  'reprocessing/issue.source-maps.waiting.part',
  { at: 'after-trace', order: 10, section: { id: 'source-maps', title: 'Source maps' } },
)
export class SourceMapsPart implements IssuePartLoader<SourceMapsPartProps> {
  constructor(
    private readonly reprocessing: ReprocessingService,
    private readonly misses: MissesService,
    private readonly codeView: CodeView,
  ) {}

  async load(context: IssueContext): Promise<SourceMapsPartProps | undefined> {
    const { issue, found, event, shown, access } = context;
    if (!found || !event) return undefined;
    const offer = await this.reprocessing.offer(issue, { found, event, access });
    if (!event.mapping && !offer) return undefined;
    const json = offer?.howToUpload === undefined && found.payload?.json;
    const misses = json ? await this.misses.explainEvent(event, { json, reader: access }) : [];
    const mapping = shown?.mapping;
    return { misses, mapping, reprocessing: offer };
  }

  @Action<ShowCodeAction>('show-code')
  @Requires('issues.read', ProjectOfIssue)
  async showCode(@Body() { code }: CodeViewDto, @CurrentAccess() access: Access): Promise<void> {
    await this.codeView.keep(access, code);
  }

  @Action<ProcessAgainAction>('process-again')
  @Requires('issues.triage', ProjectOfIssue)
  async processAgain(
    @Param('id', IssueIdPipe) id: number,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    flash({ text: ASKED[await this.reprocessing.ask(id, access)] });
  }
}

const ASKED = {
  asked: 'Errata begins to process the events of the last week again.',
  at_work: 'Events of this issue are being processed already.',
  nothing: 'No event of the last week is kept whole.',
} as const;
