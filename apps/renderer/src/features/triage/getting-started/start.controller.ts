import { Controller, Get } from '@nestjs/common';
import { RedirectException } from '../../../rendering/index.ts';
import { CurrentAccess, ForSignedIn } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { GettingStartedService } from './getting-started.service.ts';

/**
 * Redirects a new owner, and anybody who opens the address printed at the first start, to the first
 * project that they may set up.
 */
@Controller('start')
@ForSignedIn()
export class StartController {
  constructor(private readonly gettingStarted: GettingStartedService) {}

  @Get()
  async start(@CurrentAccess() access: Access): Promise<never> {
    throw new RedirectException(await this.gettingStarted.findStart(access));
  }
}
