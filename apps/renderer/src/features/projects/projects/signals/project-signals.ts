import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { toNeed } from '#product/projects/projects/rules';
import type { Need } from '#product/projects/projects/rules';
import { isProjectSignal } from './project-signal.decorator.ts';
import type { SignalContext, SignalLoader, ToldSign } from './project-signal.decorator.ts';

/** Asks all signals what projects need. */
@Injectable()
export class ProjectSignals implements OnModuleInit {
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

  /** Returns the need of each project by its id. Rejects with a signal that fails. */
  async load(context: SignalContext): Promise<ReadonlyMap<number, Need<ToldSign>>> {
    const told = await Promise.all([...this.loaders].map((loader) => loader.load(context)));
    return new Map(
      context.projects.map(({ id }) => [id, toNeed(told.flatMap((signs) => signs.get(id) ?? []))]),
    );
  }
}
