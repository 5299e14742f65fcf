import { Controller, Get, Param } from '@nestjs/common';
import { Page } from '../../../rendering/index.ts';
import { OpenToGuests } from '../accounts/index.ts';
import type { HelpProps } from './help.dto.ts';
import { HelpService } from './help.service.ts';

/** Serves the documents of this version, so that they are readable without internet access. */
@Controller('help')
@OpenToGuests()
export class HelpController {
  constructor(private readonly help: HelpService) {}

  @Get()
  @Page<HelpProps>('help/help.page', {
    head: () => ({ title: 'Documents' }),
  })
  async list(): Promise<HelpProps> {
    return { title: 'Documents', html: '', documents: await this.help.list() };
  }

  @Get(':document')
  @Page<HelpProps>('help/help.page', {
    head: ({ title }) => ({ title }),
  })
  show(@Param('document') document: string): Promise<HelpProps> {
    return this.help.show(document);
  }
}
