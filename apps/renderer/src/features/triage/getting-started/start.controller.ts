import { Controller, Get } from '@nestjs/common';
import { RedirectException } from '../../../rendering/index.ts';
import { CurrentAccess, ForSignedIn } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { GettingStartedService } from './getting-started.service.ts';

/** Leads a new owner, and who opens the address that the start prints, to the first project that may be set up. */
@Controller('start')
@ForSignedIn()
export class StartController {
  constructor(private readonly gettingStarted: GettingStartedService) {}

  @Get()
  async start(@CurrentAccess() access: Access): Promise<never> {
    throw new RedirectException(await this.gettingStarted.findStart(access));
  }
}
