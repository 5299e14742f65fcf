import type { ShownPage } from '../cache/shown-page.ts';
import type { OutOfSight } from '../history/out-of-sight.ts';

export interface Scene {
  readonly page: ShownPage;
  /**
   * Names the visitor's stay on the page, from arrival to departure, whatever its query. Pages of
   * one stay share their state, also after back or forward.
   */
  readonly stay: number;
  readonly address: string;
  /** True for another page that had to be loaded, which may be animated. */
  readonly isMove?: boolean;
  /**
   * Called once, together with the change of the document, so that page and address change
   * together. Runs before the change and can still read the earlier page.
   */
  readonly onCommit?: () => void;
  /** Called once when the document has the page, before paint. */
  readonly onShown?: () => void;
  readonly onPrepared?: () => void;
  readonly isUncovered?: boolean;
}

export interface Stage {
  /** Renders a scene and shows it, unless another scene or `settle` comes first. */
  show(scene: Scene): void;
  prepare(scene: Scene, outOfSight: OutOfSight): void;
  /** Keeps the shown page and drops the page that is being rendered. */
  settle(): void;
  move(address: string): void;
  /** Drops all kept pages, because the visitor may no longer see their data. */
  forget(): void;
}
