import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { toNeed } from '#product/projects/projects/rules';
import type { Need } from '#product/projects/projects/rules';
import { isProjectSignal } from './project-signal.decorator.ts';
import type { SignalContext, SignalLoader, ToldSign } from './project-signal.decorator.ts';

export interface ProjectNeeds {
  readonly needs: ReadonlyMap<number, Need<ToldSign>>;
  /** False when a signal failed. */
  readonly isComplete: boolean;
}

/** Asks all signals what projects need. */
@Injectable()
export class ProjectSignals implements OnModuleInit {
  private readonly logger = new Logger(ProjectSignals.name);
  private readonly loaders = new Set<SignalLoader>();

  constructor(private readonly modules: ModulesContainer) {}

  onModuleInit(): void {
    for (const { providers } of this.modules.values()) {
      for (const { metatype, instance } of providers.values()) {
        if (typeof metatype === 'function' && isProjectSignal(metatype))
          this.loaders.add(instance as SignalLoader);
      }
    }
  }

  /** Returns the need of each project by its id. Logs signals that fail, and leaves them out. */
  async load(context: SignalContext): Promise<ProjectNeeds> {
    const loaded = await Promise.allSettled(
      [...this.loaders].map(async (loader) => loader.load(context)),
    );
    const told = loaded.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    for (const each of loaded) if (each.status === 'rejected') this.logger.error(each.reason);
    const needs = new Map(
      context.projects.map(({ id }) => [id, toNeed(told.flatMap((signs) => signs.get(id) ?? []))]),
    );
    return { needs, isComplete: told.length === loaded.length };
  }
}
