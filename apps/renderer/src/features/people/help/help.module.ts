import { Module } from '@nestjs/common';
import { HelpController } from './help.controller.ts';
import { HelpService } from './help.service.ts';

/** The documents of Errata. */
@Module({ controllers: [HelpController], providers: [HelpService] })
export class HelpModule {}
