import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Body, Get, NotFoundException, Param, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Clock, ErrataError } from '#shared';
import {
  Action,
  Flash,
  InvalidFieldsException,
  Page,
  VisitorSignal,
} from '../../rendering/index.ts';
import type { TellFlash } from '../../rendering/index.ts';
import { BoundsService } from '../bounds/index.ts';
import { SettingsSection } from '../settings/index.ts';
import { BeforeReportPipe } from './before-report.pipe.ts';
import { describeChange, problemTexts, toSelection } from './failed-changes.ts';
import { FailedSelectionDto } from './operation.dto.ts';
import type { FailedAction, OperationProps } from './operation.dto.ts';
import { OperationService } from './operation.service.ts';
import { RelayFleet } from './relays/relay-fleet.ts';

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
    private readonly relays: RelayFleet,
    private readonly bounds: BoundsService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Page<typeof import('./views/operation.page.tsx')>('operation/operation.page', {
    head: () => ({ title: 'Operation' }),
    // What it shows changes by the second.
    staleMs: 0,
  })
  async show(
    @Query('before', BeforeReportPipe) before: string | undefined,
    @VisitorSignal() signal: AbortSignal,
  ): Promise<OperationProps> {
    const [outcomes, storage] = await Promise.all([
      this.operation.listOutcomes(),
      this.bounds.describeStorage(),
    ]);
    return {
      nowMs: this.clock.nowMs(),
      outcomes,
      storage,
      relays: this.operation.describeRelays(before, signal),
    };
  }

  @Action<FailedAction>('try-again')
  async tryAgain(@Body() fields: FailedSelectionDto, @Flash() flash: TellFlash): Promise<void> {
    flash({ text: await this.change('retry', fields) });
  }

  @Action<FailedAction>('discard')
  async discard(@Body() fields: FailedSelectionDto, @Flash() flash: TellFlash): Promise<void> {
    flash({ text: await this.change('discard', fields) });
  }

  /** As its sender sent it, to be saved: no browser is to show it as part of this origin. */
  @Get('reports/:report')
  async download(
    @Param('report') name: string,
    @VisitorSignal() signal: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const answer = await this.relays.readFailed(name, signal);
    if (!answer.ok) throw new ErrataError('relay.unavailable');
    if (!answer.data) throw new NotFoundException();
    response.attachment(`${name.replace(':', '-')}.envelope`);
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'private, no-store');
    return new StreamableFile(Readable.fromWeb(answer.data as NodeReadableStream));
  }

  /** Resolves with what is told of it. */
  private async change(how: 'retry' | 'discard', fields: FailedSelectionDto): Promise<string> {
    const selection = toSelection(fields);
    if (!selection) throw new InvalidFieldsException({ '': ['Choose which reports.'] });
    const answer = await this.relays.change(how, selection);
    if (!answer.ok) throw new InvalidFieldsException({ '': [problemTexts[answer.problem]] });
    return describeChange(how, answer.data);
  }
}
