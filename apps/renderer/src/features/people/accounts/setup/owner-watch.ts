import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Scheduler } from '#shared';
import { AccountsOptions } from '../accounts.options.ts';
import { SetupService } from './setup.service.ts';

const LOOK_AGAIN_MS = 2000;

/** Polls until Errata has an owner, because another replica may have created the owner. */
@Injectable()
export class OwnerWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private cancel = (): void => undefined;
  private isOver = false;

  constructor(
    private readonly setup: SetupService,
    private readonly options: AccountsOptions,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.poll();
  }

  onModuleDestroy(): void {
    this.isOver = true;
    this.cancel();
  }

  private async poll(): Promise<void> {
    // When the database cannot be read, the poll goes on as if Errata had no owner yet.
    const isOpen = await this.setup.isOpen().catch(() => true);
    if (this.isOver) return;
    if (isOpen) this.cancel = this.scheduler.runAfter(LOOK_AGAIN_MS, () => void this.poll());
    else this.options.onOwned();
  }
}
