import type { Request, Response } from 'express';
import type { Chain } from './chain.ts';
import { toLoadedSegment } from './loaded-segment.ts';
import type { LoadedSegment } from './loaded-segment.ts';

/** One request's way through a chain: guards first, then loaders, each at most once whoever asks. */
export class ChainVisit {
  private guarding: Promise<GuardedChain> | undefined;
  private readonly loading = new Map<number, Promise<LoadedSegment>>();
  /** How many layouts are known to be visible beside what failed; all until one's loader has failed. */
  private sound: number;

  constructor(
    readonly chain: Chain,
    private readonly request: Request,
    private readonly response: Response,
  ) {
    this.sound = chain.layouts.length;
  }

  /** Runs the guards of all layouts, outermost first, up to the first that refuses. Never rejects. */
  passGuards(): Promise<GuardedChain> {
    this.guarding ??= this.guard();
    return this.guarding;
  }

  /** Key of the layout at `index`. */
  layoutKey(index: number): string {
    return this.layoutAt(index).keyOf(this.request);
  }

  /** Loads the layout at `index`; its guards have passed. */
  loadLayout(index: number): Promise<LoadedSegment> {
    let loading = this.loading.get(index);
    if (!loading) {
      loading = this.load(index);
      this.loading.set(index, loading);
      loading.catch(() => (this.sound = Math.min(this.sound, index)));
    }
    return loading;
  }

  /** How many layouts, from the outermost on, may stand around an outcome: allowed and not failed. */
  async countVisible(): Promise<number> {
    const { passed } = await this.passGuards();
    return Math.min(passed, this.sound);
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

/** How far the guards of a chain's layouts let a request. */
export interface GuardedChain {
  /** Number of layouts, from the outermost on, that may be seen. */
  readonly passed: number;
  /** What the guard of the next one threw. */
  readonly refusal?: { readonly error: unknown };
}

const visits = new WeakMap<Request, ChainVisit>();

/** Begins a request's visit to a chain; it is the same from then on. */
export function beginVisit(chain: Chain, request: Request, response: Response): ChainVisit {
  const visit = new ChainVisit(chain, request, response);
  visits.set(request, visit);
  return visit;
}

/** The visit under way; undefined as long as nothing has led the request to a page. */
export function findVisit(request: Request): ChainVisit | undefined {
  return visits.get(request);
}
