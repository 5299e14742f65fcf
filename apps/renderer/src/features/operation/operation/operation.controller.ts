import { Body, Get, NotFoundException, Param, Query, Res, StreamableFile } from '@nestjs/common';
import type { PropsOf } from '#shared';
import type { Response } from 'express';
import {
  Action,
  Flash,
  InvalidFieldsException,
  Page,
  VisitorSignal,
  whenSent,
} from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { BoundsService } from '../../retention/bounds/index.ts';
import { SettingsSection } from '../../people/settings/index.ts';
import { FailedReportsService } from './failed-reports.service.ts';
import type { FailedSelection } from './failed-reports.service.ts';
import { FailedSelectionDto, isReportId } from './operation.dto.ts';
import type { FailedAction } from './operation.dto.ts';
import { OperationService } from './operation.service.ts';
import { PicturesService } from './pictures/pictures.service.ts';
import { listProjectUse } from './list-project-use.ts';
import { SpaceService } from './space.service.ts';

@SettingsSection({
  name: 'Operation',
  words: 'health storage refused failed reports relay space budget version',
  segment: 'operation',
  help: 'How Errata itself is doing: what comes in, what waits, what fails, and how much room there is.',
  document: 'operating',
  order: 90,
  right: 'instance.operate',
})
export class OperationController {
  constructor(
    private readonly operation: OperationService,
    private readonly failed: FailedReportsService,
    private readonly bounds: BoundsService,
    private readonly space: SpaceService,
    private readonly pictures: PicturesService,
  ) {}

  @Get()
  @Page<PropsOf<OperationController['show']>>('operation/operation.page', {
    head: () => ({ title: 'Operation' }),
    staleMs: 0,
  })
  async show(
    @Query('range') range: unknown,
    @Query('project') project: unknown,
    @VisitorSignal() signal: AbortSignal,
  ) {
    const { budgetBytes, budget, notices, projects: storage } = await this.bounds.describeStorage();
    const [pictures, outcomes, failed, { projects: kept, ...space }] = await Promise.all([
      this.pictures.describe(range, budgetBytes),
      this.operation.describeOutcomes(),
      this.failed.list(),
      this.space.describe(),
    ]);
    const facts = { outcomes: outcomes.projects, storage, kept };
    return {
      ...pictures,
      outcomes: outcomes.lines,
      projects: listProjectUse(facts, project),
      storage: { budget, notices },
      space,
      failed,
      // Deferred, because relays may answer slowly or not at all.
      relays: whenSent(() => this.operation.describeRelays(signal)),
    };
  }

  @Action<FailedAction>('try-again')
  async tryAgain(
    @Body() fields: FailedSelectionDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const { user } = access.getSignedIn();
    flash({ text: await this.failed.retry(toSelection(fields), user.id) });
  }

  @Action<FailedAction>('discard')
  async discard(
    @Body() fields: FailedSelectionDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const { user } = access.getSignedIn();
    flash({ text: await this.failed.discard(toSelection(fields), user.id) });
  }

  /**
   * Makes the browser save the report as its sender sent it, instead of showing it. Scripts in the
   * report could otherwise run on this origin.
   */
  @Get('reports/:report')
  async download(
    @Param('report') id: string,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    if (!isReportId(id)) throw new NotFoundException();
    const body = await this.failed.read(Number(id), access.getSignedIn().user.id);
    if (!body) throw new NotFoundException();
    response.attachment(`report-${id}.envelope`);
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'private, no-store');
    return new StreamableFile(body);
  }
}

function toSelection({ report, upTo }: FailedSelectionDto): FailedSelection {
  if (report !== undefined) return { id: Number(report) };
  if (upTo !== undefined) return { upToId: Number(upTo) };
  throw new InvalidFieldsException({ '': ['Choose which reports to discard or try again.'] });
}
