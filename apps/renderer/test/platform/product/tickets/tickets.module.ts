import { Module } from '@nestjs/common';
import { TicketsController } from './tickets.controller.ts';
import { TicketGuard, Tickets } from './tickets.ts';

@Module({ controllers: [TicketsController], providers: [Tickets, TicketGuard] })
export class TicketsModule {}
