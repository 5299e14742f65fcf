import { Body, Controller, Get, Param } from '@nestjs/common';
import { Action, Flash, Page, RedirectException } from '../../../../src/rendering/index.ts';
import type { TellFlash } from '../../../../src/rendering/index.ts';
import { RemarkDto, SettleDto } from './tickets.dto.ts';
import type { RemarkAction, SettleAction, TicketProps } from './tickets.dto.ts';
import { Tickets } from './tickets.ts';
import { at } from '../browser/at.ts';

@Controller('tickets/:id')
export class TicketsController {
  constructor(private readonly tickets: Tickets) {}

  @Get()
  @Page<TicketProps>('tickets/ticket.page')
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
    if (to !== '') throw new RedirectException(at(to));
  }

  @Action<RemarkAction>('remark')
  remark(@Param('id') id: string, @Body() { remark }: RemarkDto): void {
    this.tickets.remark(id, remark);
  }
}
