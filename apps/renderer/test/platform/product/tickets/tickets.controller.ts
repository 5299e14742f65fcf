import { Body, Controller, Get, Param, UseGuards } from '@nestjs/common';
import {
  Action,
  Flash,
  OutcomeView,
  Page,
  RedirectException,
} from '../../../../src/rendering/index.ts';
import type { TellFlash } from '../../../../src/rendering/index.ts';
import { RemarkDto, SettleDto } from './tickets.dto.ts';
import type { RemarkAction, SettleAction, TicketProps } from './tickets.dto.ts';
import { TicketGuard, Tickets } from './tickets.ts';

/** A page with a form that may end in everything that forms end in. */
@Controller('tickets/:id')
@UseGuards(TicketGuard)
export class TicketsController {
  constructor(private readonly tickets: Tickets) {}

  @Get()
  @Page<typeof import('./views/ticket.page.tsx')>('tickets/ticket.page')
  @OutcomeView<typeof import('../board/views/seatless.page.tsx')>(401, 'board/seatless.page')
  show(@Param('id') id: string): TicketProps {
    const { note, fileName, remarks } = this.tickets.get(id);
    return {
      id,
      remarks,
      ...(note === undefined ? {} : { note }),
      ...(fileName === undefined ? {} : { fileName }),
    };
  }

  @Action<SettleAction>('settle', { files: true })
  settle(
    @Param('id') id: string,
    @Body() { note, file, to = '' }: SettleDto,
    @Flash() flash: TellFlash,
  ): void {
    this.tickets.settle(id, { note, ...(file?.name ? { fileName: file.name } : {}) });
    flash({ text: `${id} is settled.` });
    if (to !== '') throw new RedirectException(to);
  }

  @Action<RemarkAction>('remark')
  remark(@Param('id') id: string, @Body() { remark }: RemarkDto): void {
    this.tickets.remark(id, remark);
  }

  @Action('remove')
  remove(@Param('id') id: string): never {
    this.tickets.remove(id);
    throw new RedirectException('/boards/removed');
  }
}
