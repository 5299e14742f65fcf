import { Req } from '@nestjs/common';
import type { Request } from 'express';
import { Clock } from '#shared';
import type { PropsOf } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import {
  CurrentAccess,
  mayOpen,
  Preferences,
  readBrowserZone,
  RequiredSecondFactor,
  SignInWatch,
} from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { Menus } from '../menus/index.ts';
import { Layout } from '../../../rendering/index.ts';
import type { LayoutLoader } from '../../../rendering/index.ts';
import { toDeadlineBanners, toReportsBanners, toSignInBanners, unownedBanner } from './banners.ts';
import { NavigationEntry } from './navigation-entry.decorator.ts';
import { RelayStatusService } from './relay-status.service.ts';

@Layout<PropsOf<ConsoleLayout['load']>>('console/console.layout', {
  head: ({ theme }) => (theme === undefined ? {} : { colorScheme: theme }),
})
export class ConsoleLayout implements LayoutLoader {
  constructor(
    private readonly relay: RelayStatusService,
    private readonly signIns: SignInWatch,
    private readonly required: RequiredSecondFactor,
    private readonly menus: Menus,
    private readonly preferences: Preferences,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  /** Guests get nothing, because the state of the queues is not public. */
  async load(@CurrentAccess() access: Access, @Req() request: Request) {
    return { ...(access.canRead && (await this.show(access, request))) };
  }

  private async show(access: Access, request: Request) {
    const { user } = access;
    const isOperator = access.can('instance.operate');
    const [deadlineMs, concerns, status, preferences] = await Promise.all([
      this.required.findDeadlineMs(access),
      isOperator ? this.signIns.find(request) : {},
      this.relay.getStatus(),
      this.preferences.read(access),
    ]);
    const { areKeysOn, theme, zone: chosen, dates } = preferences;
    const zone = chosen || (readBrowserZone(request) ?? 'UTC');
    return {
      banners: [
        ...(user ? [] : [unownedBanner]),
        ...toDeadlineBanners(deadlineMs, this.clock.nowMs()),
        ...toSignInBanners(concerns),
        ...toReportsBanners(status, { isOperator }),
      ],
      navigation: this.menus.list(NavigationEntry, {
        mayOpen: (controller) => mayOpen(access, controller),
      }),
      version: this.config.version,
      visitor: user ? (user.name ?? user.email) : undefined,
      keys: areKeysOn ? undefined : 'off',
      times: zone !== 'UTC' || dates !== 'iso' ? { zone, dates } : undefined,
      theme: theme !== 'system' ? theme : undefined,
    };
  }
}
