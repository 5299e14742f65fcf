import { Controller, Get } from '@nestjs/common';
import { to } from '#shared';
import { OpenToAll, RedirectException } from '../../../rendering/index.ts';
import { CurrentAccess } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';

@Controller()
@OpenToAll()
export class HomeController {
  /** Leads to the set-up page while Errata has no owner and the visitor may not read. */
  @Get()
  home(@CurrentAccess() { isUnowned, canRead }: Access): never {
    throw new RedirectException(isUnowned && !canRead ? to('/setup') : to('/issues'));
  }
}
