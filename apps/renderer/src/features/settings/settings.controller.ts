import { Controller, Get } from '@nestjs/common';
import { RedirectException } from '../../rendering/index.ts';

/** Settings open on what everybody has some of. */
@Controller('settings')
export class SettingsController {
  @Get()
  open(): never {
    throw new RedirectException('/settings/projects');
  }
}
