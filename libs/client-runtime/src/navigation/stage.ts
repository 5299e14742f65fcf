import type { ShownPage } from '../cache/shown-page.ts';
import type { OutOfSight } from '../history/out-of-sight.ts';

/** A page, and where it is. */
export interface Scene {
  readonly page: ShownPage;
  /**
   * Names the visitor's stay on the page, from arriving to leaving, whatever becomes of its query: what is
   * shown in one stay shares its state, also when back or forward lead into it again.
   */
  readonly stay: number;
  /** What the address bar shows with it: path, query and fragment, base path included. */
  readonly address: string;
  /** Another page than the one before, which had to be loaded: what is there at once is shown at once. */
  readonly isMove?: boolean;
  /**
   * Called with the change of the document, so that page and address change together; before it: the last look
   * at what was shown. Once, as the other.
   */
  readonly onCommit?: () => void;
  /** Called when the document has it, before it is painted. */
  readonly onShown?: () => void;
  /** Of a page that is rendered out of sight: called before the document has it. */
  readonly onPrepared?: () => void;
  /** It was rendered out of sight, and is what is shown next. */
  readonly isUncovered?: boolean;
}

/** Where pages are shown: React, or a double of it. */
export interface Stage {
  /** Renders a scene and then shows it, unless another is given before, or `settle` is called. */
  show(scene: Scene): void;
  /** Renders a page that may be shown next, out of sight, when there is time; it takes the place of another. */
  prepare(scene: Scene, outOfSight: OutOfSight): void;
  /** What is shown stays; what is still being rendered is not shown. */
  settle(): void;
  /** What is shown has another address. */
  move(address: string): void;
  /** Keeps nothing but what is shown: what was left shows what is not to be seen any longer. */
  forget(): void;
}
