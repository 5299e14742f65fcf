import type { ShownPage } from '../cache/shown-page.ts';
import type { OutOfSight } from '../history/out-of-sight.ts';

export interface Scene {
  readonly page: ShownPage;
  /**
   * Number of the visitor's stay on the page. The stay continues while only the query changes, and
   * ends when the visitor goes to another path. Scenes with the same number share the state of
   * their components, also after back or forward.
   */
  readonly stay: number;
  readonly address: string;
  /**
   * True when the scene is another page that had to be loaded. Only these scenes may be animated.
   */
  readonly isMove?: boolean;
  /**
   * Called once, just before the document changes, so that page and address change together. The
   * callback can still read the earlier page.
   */
  readonly onCommit?: () => void;
  /** Called once when the page is in the document, before paint. */
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
  /**
   * Drops all pages that stay hidden for back and forward, because the visitor may have lost the
   * right to see their data.
   */
  forget(): void;
}
