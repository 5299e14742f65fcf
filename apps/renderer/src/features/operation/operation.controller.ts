import { Body, Get, NotFoundException, Param, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Clock } from '#shared';
import {
  Action,
  Flash,
  InvalidFieldsException,
  Page,
  VisitorSignal,
} from '../../rendering/index.ts';
import type { TellFlash } from '../../rendering/index.ts';
import { CurrentAccess } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { BoundsService } from '../bounds/index.ts';
import { SettingsSection } from '../settings/index.ts';
import { FailedReportsService } from './failed-reports.service.ts';
import { describeChange, toSelection } from './failed-selection.ts';
import type { FailedChange } from './failed-selection.ts';
import { FailedSelectionDto } from './operation.dto.ts';
import type { FailedAction, OperationProps } from './operation.dto.ts';
import { OperationService } from './operation.service.ts';
import { SpaceService } from './space.service.ts';
import { ReportIdPipe } from './report-id.pipe.ts';

/** For those who run Errata: whether reports get in, what became of them, and what failed. */
@SettingsSection({
  name: 'Operation',
  segment: 'operation',
  order: 90,
  right: 'instance.operate',
})
export class OperationController {
  constructor(
    private readonly operation: OperationService,
    private readonly failed: FailedReportsService,
    private readonly bounds: BoundsService,
    private readonly space: SpaceService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Page<typeof import('./views/operation.page.tsx')>('operation/operation.page', {
    head: () => ({ title: 'Operation' }),
    // What it shows changes by the second.
    staleMs: 0,
  })
  async show(
    @Query('before', ReportIdPipe) before: number | undefined,
    @VisitorSignal() signal: AbortSignal,
  ): Promise<OperationProps> {
    const [outcomes, failed, storage, space] = await Promise.all([
      this.operation.listOutcomes(),
      this.failed.list(before),
      this.bounds.describeStorage(),
      this.space.describe(),
    ]);
    return {
      nowMs: this.clock.nowMs(),
      outcomes,
      storage,
      space,
      failed,
      relays: this.operation.describeRelays(signal),
    };
  }

  @Action<FailedAction>('try-again')
  async tryAgain(
    @Body() fields: FailedSelectionDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    flash({ text: await this.change('retry', fields, access) });
  }

  @Action<FailedAction>('discard')
  async discard(
    @Body() fields: FailedSelectionDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    flash({ text: await this.change('discard', fields, access) });
  }

  /** As its sender sent it, to be saved: no browser is to show it as part of this origin. */
  @Get('reports/:report')
  async download(
    @Param('report', ReportIdPipe) id: number,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const body = await this.failed.read(id, access.getSignedIn().user.id);
    if (!body) throw new NotFoundException();
    response.attachment(`report-${id}.envelope`);
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'private, no-store');
    return new StreamableFile(body);
  }

  /** Resolves with what is told of it. */
  private async change(
    how: FailedChange,
    fields: FailedSelectionDto,
    access: Access,
  ): Promise<string> {
    const selection = toSelection(fields);
    if (!selection)
      throw new InvalidFieldsException({ '': ['Choose which reports to discard or try again.'] });
    const { id: byUserId } = access.getSignedIn().user;
    return describeChange(how, await this.failed.change(how, selection, byUserId));
  }
}
