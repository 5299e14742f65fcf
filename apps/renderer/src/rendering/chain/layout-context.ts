import type { Request, Response } from 'express';
import type { LayoutMetadata } from '../pages/layout.decorator.ts';
import type { OutcomeViews } from '../pages/outcome-view.decorator.ts';
import type { EnhancedMethod } from './enhanced-method.ts';
import type { Deadline } from './deadline.ts';
import { toLayoutKey } from './segment-key.ts';
import type { AddressPart } from './address-parts.ts';

export interface LayoutParts {
  readonly metadata: LayoutMetadata;
  readonly outcomeViews: OutcomeViews;
  readonly addressParts: readonly AddressPart[];
  readonly loader: EnhancedMethod;
  readonly deadline: Deadline;
}

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

  get addressNames(): string[] {
    return this.parts.addressParts.map(({ name }) => name);
  }

  keyOf(request: Request): string {
    const values = this.parts.addressParts.map(({ name, read }) => [name, read(request)] as const);
    return toLayoutKey(this.view, values);
  }

  passGuards(request: Request, response: Response): Promise<void> {
    return this.parts.loader.passGuards(request, response);
  }

  load(request: Request, response: Response): Promise<unknown> {
    const { loader, deadline } = this.parts;
    return deadline.keep(loader.call(request, response), 'page.late');
  }
}
