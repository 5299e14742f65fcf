import { Module } from '@nestjs/common';
import { TicketsController } from './tickets.controller.ts';
import { Tickets } from './tickets.ts';

@Module({ controllers: [TicketsController], providers: [Tickets] })
export class TicketsModule {}
