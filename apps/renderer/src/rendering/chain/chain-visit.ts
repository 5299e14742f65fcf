import type { Request, Response } from 'express';
import type { Chain } from './chain.ts';
import { toLoadedSegment } from './loaded-segment.ts';
import type { LoadedSegment } from './loaded-segment.ts';

/**
 * Runs the guards and loaders of the layouts around a page, for one request. Each guard and each
 * loader runs at most once.
 */
export class ChainVisit {
  private guarding: Promise<GuardedChain> | undefined;
  private readonly loading = new Map<number, Promise<LoadedSegment>>();
  /**
   * Number of layouts, counted from the outermost, that can be shown around an outcome. A layout
   * whose loader failed is not shown, nor are the layouts inside it.
   */
  private usableLayoutCount: number;

  constructor(
    readonly chain: Chain,
    private readonly request: Request,
    private readonly response: Response,
  ) {
    this.usableLayoutCount = chain.layouts.length;
  }

  /** Runs the guards of all layouts, outermost first, until one refuses. Never rejects. */
  passGuards(): Promise<GuardedChain> {
    this.guarding ??= this.guard();
    return this.guarding;
  }

  layoutKey(index: number): string {
    return this.layoutAt(index).keyOf(this.request);
  }

  loadLayout(index: number): Promise<LoadedSegment> {
    let loading = this.loading.get(index);
    if (!loading) {
      loading = this.load(index);
      this.loading.set(index, loading);
      loading.catch(() => (this.usableLayoutCount = Math.min(this.usableLayoutCount, index)));
    }
    return loading;
  }

  async countVisible(): Promise<number> {
    const { passed } = await this.passGuards();
    return Math.min(passed, this.usableLayoutCount);
  }

  private async guard(): Promise<GuardedChain> {
    for (const [passed, layout] of this.chain.layouts.entries()) {
      try {
        await layout.passGuards(this.request, this.response);
      } catch (error) {
        return { passed, refusal: { error } };
      }
    }
    return { passed: this.chain.layouts.length };
  }

  private async load(index: number): Promise<LoadedSegment> {
    const layout = this.layoutAt(index);
    const props = await layout.load(this.request, this.response);
    return toLoadedSegment(
      { key: this.layoutKey(index), view: layout.view },
      layout.options,
      props,
    );
  }

  private layoutAt(index: number) {
    const layout = this.chain.layouts[index];
    if (!layout) throw new RangeError(`The chain has no layout ${index}.`);
    return layout;
  }
}

export interface GuardedChain {
  readonly passed: number;
  readonly refusal?: { readonly error: unknown };
}

const visits = new WeakMap<Request, ChainVisit>();

export function beginVisit(chain: Chain, request: Request, response: Response): ChainVisit {
  const visit = new ChainVisit(chain, request, response);
  visits.set(request, visit);
  return visit;
}

export function findVisit(request: Request): ChainVisit | undefined {
  return visits.get(request);
}
