import { Injectable } from '@nestjs/common';
import type { Project } from '#product/projects/projects';
import type { Sign } from '#product/projects/projects/rules';
import type { Address } from '#shared';
import type { Access } from '../../../people/accounts/index.ts';

const SIGNAL_METADATA = Symbol('errata.project-signal');

/** One clause of the sentence that says what a project needs. */
export interface ToldSign extends Sign {
  /** Such as `nightly-backup missed`, without a capital and without a full stop. */
  readonly words: string;
  /** Where the visitor reads more. */
  readonly href?: Address;
}

export interface SignalContext {
  readonly projects: readonly Project[];
  readonly nowMs: number;
  readonly access: Access;
}

/** Returns signs by the project's id. A project without signs may be missing. */
export interface SignalLoader {
  load(context: SignalContext): Promise<ReadonlyMap<number, readonly ToldSign[]>>;
}

/**
 * Makes an injectable class tell what projects need. A module must provide the class. `load` gets
 * all projects that the visitor may read, and asks the database as often for many as for one.
 *
 * ```ts
 * @ProjectSignal()
 * export class MonitorsSignal implements SignalLoader { … }
 * ```
 */
export function ProjectSignal(): (target: new (...dependencies: never[]) => SignalLoader) => void {
  return (target) => {
    Injectable()(target);
    Reflect.defineMetadata(SIGNAL_METADATA, true, target);
  };
}

export function isProjectSignal(provider: object): boolean {
  return Reflect.getMetadata(SIGNAL_METADATA, provider) === true;
}
