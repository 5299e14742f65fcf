import { Req } from '@nestjs/common';
import type { Request } from 'express';
import { Clock } from '#shared';
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
import type { ConsoleLayoutProps } from './console.dto.ts';
import { NavigationEntry } from './navigation-entry.decorator.ts';
import { RelayStatusService } from './relay-status.service.ts';

@Layout<typeof import('./views/console.layout.tsx')>('console/console.layout', {
  head: ({ theme }) => (theme === undefined ? {} : { colorScheme: theme }),
})
export class ConsoleLayout implements LayoutLoader<ConsoleLayoutProps> {
  constructor(
    private readonly relay: RelayStatusService,
    private readonly signIns: SignInWatch,
    private readonly required: RequiredSecondFactor,
    private readonly menus: Menus,
    private readonly preferences: Preferences,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  async load(
    @CurrentAccess() access: Access,
    @Req() request: Request,
  ): Promise<ConsoleLayoutProps> {
    if (!access.canRead) return {};
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
      ...(user && { visitor: user.name ?? user.email }),
      ...(!areKeysOn && { keys: 'off' }),
      ...((zone !== 'UTC' || dates !== 'iso') && { times: { zone, dates } }),
      ...(theme !== 'system' && { theme }),
    };
  }
}
