import type { Request, Response } from 'express';
import type { LayoutMetadata } from '../pages/layout.decorator.ts';
import type { OutcomeViews } from '../pages/outcome-view.decorator.ts';
import type { EnhancedMethod } from './enhanced-method.ts';
import { toLayoutKey } from './segment-key.ts';
import type { AddressPart } from './address-parts.ts';

export interface LayoutParts {
  readonly metadata: LayoutMetadata;
  readonly outcomeViews: OutcomeViews;
  readonly addressParts: readonly AddressPart[];
  readonly loader: EnhancedMethod;
}

/** A layout as it runs in a request. */
export class LayoutContext {
  constructor(private readonly parts: LayoutParts) {}

  get view(): string {
    return this.parts.metadata.view;
  }

  get options(): LayoutMetadata['options'] {
    return this.parts.metadata.options;
  }

  get outcomeViews(): OutcomeViews {
    return this.parts.outcomeViews;
  }

  /** Names of those parts of the address that its key changes with, as `AddressPart` has them. */
  get addressNames(): string[] {
    return this.parts.addressParts.map(({ name }) => name);
  }

  /** Changes only with the parts of the address that the loader's parameters name. */
  keyOf(request: Request): string {
    const values = this.parts.addressParts.map(({ name, read }) => [name, read(request)] as const);
    return toLayoutKey(this.view, values);
  }

  /** Rejects with what a guard throws, or as Nest does when one says no. */
  passGuards(request: Request, response: Response): Promise<void> {
    return this.parts.loader.passGuards(request, response);
  }

  /** What the loader returns, as its interceptors pass it on. */
  load(request: Request, response: Response): Promise<unknown> {
    return this.parts.loader.call(request, response);
  }
}
