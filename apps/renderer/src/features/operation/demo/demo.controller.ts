import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Get } from '@nestjs/common';
import { Action, Flash, Page, RedirectException } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { SettingsSection } from '../../people/settings/index.ts';
import { StartOffer } from '../../triage/getting-started/index.ts';
import { DemoService } from './demo.service.ts';

@StartOffer({ name: 'Load sample data', order: 10 })
@SettingsSection({
  name: 'Demo',
  words: 'sample made-up example',
  segment: 'demo',
  order: 95,
  right: 'projects.create',
})
export class DemoController {
  constructor(private readonly demo: DemoService) {}

  @Get()
  @Page<PropsOf<DemoController['show']>>('demo/demo.page', {
    head: () => ({ title: 'Demo' }),
    staleMs: 0,
  })
  show() {
    return this.demo.describe();
  }

  @Action('fill')
  fill(@CurrentAccess() access: Access): never {
    this.demo.start(access.getSignedIn().user.id);
    throw new RedirectException(to('/settings/demo'));
  }

  @Action('remove')
  async remove(@CurrentAccess() access: Access, @Flash() flash: TellFlash): Promise<never> {
    await this.demo.remove(access.getSignedIn().user.id);
    flash({
      text: 'The projects of the demo are gone. What they hold is removed in the background.',
    });
    throw new RedirectException(to('/settings/demo'));
  }
}
