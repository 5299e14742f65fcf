import { whenIdle } from '../when-idle.ts';

/** Has the boxes of what is rendered out of sight made ahead (ADR 18). */
export interface OutOfSight {
  /** A page is going to be rendered there. Returns what is to be called just before the document has it. */
  prepare(): () => void;
  /** The document is about to change: all is hidden as it was. `isUncovered`: it shows what was prepared. */
  commit(isUncovered?: boolean): void;
  /** It has changed. `onIdle` is called once the visitor sees what was uncovered, unless it changes before. */
  changed(onIdle: () => void): void;
}

type Elements = readonly HTMLElement[];

/**
 * Away from the page; by `none !important` it is known as kept, as what React hides is. None of it can be a
 * transition of the element's own: to be shown would take its time.
 */
const OUT_OF_SIGHT = 'position:absolute;top:-9999px;left:0;contain:size;float:none!important;';

export function createOutOfSight(window: Window): OutOfSight {
  const { document } = window;
  /** What has its boxes out of sight: of what is prepared, or of the page that was left for that. */
  let covered: Elements = [];
  /** Hidden before the document changes. */
  let before: Elements | undefined;
  return {
    prepare() {
      const others = listHidden(document);
      return () =>
        queueMicrotask(() => {
          covered = layOut(listHidden(document, others));
        });
    },
    commit(isUncovered) {
      uncover(covered);
      covered = [];
      before = isUncovered ? listHidden(document) : undefined;
    },
    changed(onIdle) {
      if (!before) return;
      const left = listHidden(document, before);
      before = undefined;
      covered = left;
      cover(left);
      whenIdle(window, () => {
        if (left === covered) onIdle();
      });
    },
  };
}

/** The outermost elements that React hides with pages, but for those it hid `before`. */
function listHidden(document: Document, before: Elements = []): Elements {
  // Where content is never skipped it would be found and focused.
  if (!CSS.supports('content-visibility:hidden')) return [];
  const hidden = document.querySelectorAll<HTMLElement>('[style*="display: none !important"]');
  return [...hidden].filter((each) => !before.includes(each));
}

/**
 * Keeps the boxes of what React has just hidden, out of sight: to drop them takes the browser as long as to make
 * them. Nothing in there is painted, found, focused or read out.
 */
function cover(elements: Elements): void {
  for (const { style } of elements) style.cssText = `${OUT_OF_SIGHT}content-visibility:hidden`;
}

/** Has the boxes of what React has rendered out of sight made ahead, as wide as they will be: else all are made again. */
function layOut(elements: Elements): Elements {
  // What is covered could still be focused itself.
  const covered = elements.filter(({ tabIndex }) => tabIndex < 0);
  for (const { style, parentElement } of covered) {
    const { paddingLeft, paddingRight } = getComputedStyle(parentElement as HTMLElement);
    // Another page may stand in its margins.
    style.cssText = `${OUT_OF_SIGHT}width:${parentElement!.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)}px`;
  }
  for (const each of covered) {
    each.ariaHidden = 'true';
    // The browser makes them when it is asked how high they are; what it skips it does not make.
    void each.scrollHeight;
  }
  cover(covered);
  return covered;
}

/** Hides it as React had. */
function uncover(elements: Elements): void {
  for (const each of elements) {
    each.style.cssText = 'display:none!important';
    each.ariaHidden = null;
  }
}
