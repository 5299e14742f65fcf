import { whenIdle } from '../when-idle.ts';

/** Lays out a hidden page in advance, so that showing it is fast. */
export interface OutOfSight {
  /**
   * Call before a page is rendered hidden. Call the returned function just before React adds the
   * page to the document.
   */
  prepare(): () => void;
  /**
   * Call before the document changes. Restores React's own hiding (`display: none`) on every
   * element that was laid out. `isUncovered` is true when the document is about to show the
   * prepared page.
   */
  commit(isUncovered?: boolean): void;
  /**
   * Call after the document has changed. Calls `onIdle` once the prepared page is visible and the
   * browser is idle, unless the document changes before.
   */
  changed(onIdle: () => void): void;
}

type Elements = readonly HTMLElement[];

/**
 * Places elements outside the page. `none !important` makes `isKept` recognise them. The list
 * avoids properties that elements may animate, because a transition would delay the page.
 */
const OUT_OF_SIGHT = 'position:absolute;top:-9999px;left:0;contain:size;float:none!important;';

export function createOutOfSight(window: Window): OutOfSight {
  const { document } = window;
  let covered: Elements = [];
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

function listHidden(document: Document, before: Elements = []): Elements {
  // Browsers without `content-visibility` would find and focus hidden content, so nothing is laid
  // out in advance there.
  if (!CSS.supports('content-visibility:hidden')) return [];
  const hidden = document.querySelectorAll<HTMLElement>('[style*="display: none !important"]');
  return [...hidden].filter((each) => !before.includes(each));
}

/**
 * Keeps the layout of elements that React has just hidden, because discarding a layout takes as
 * long as making it. The browser does not paint, find, focus or read out anything inside.
 */
function cover(elements: Elements): void {
  for (const { style } of elements) style.cssText = `${OUT_OF_SIGHT}content-visibility:hidden`;
}

/**
 * Lays out elements at the width that they will have when shown. Any other width would need a
 * second layout.
 */
function layOut(elements: Elements): Elements {
  // `content-visibility` hides only an element's contents. A focusable element could still get the
  // focus, so it keeps `display: none`.
  const covered = elements.filter(({ tabIndex }) => tabIndex < 0);
  for (const { style, parentElement } of covered) {
    const { paddingLeft, paddingRight } = getComputedStyle(parentElement as HTMLElement);
    style.cssText = `${OUT_OF_SIGHT}width:${parentElement!.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)}px`;
  }
  for (const each of covered) {
    each.ariaHidden = 'true';
    // Reading `scrollHeight` forces the layout. The reading precedes `cover`, because browsers do
    // not lay out content that `content-visibility` hides.
    void each.scrollHeight;
  }
  cover(covered);
  return covered;
}

function uncover(elements: Elements): void {
  for (const each of elements) {
    each.style.cssText = 'display:none!important';
    each.ariaHidden = null;
  }
}
