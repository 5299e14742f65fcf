import { documentRootId } from '#shared';
import { listShown } from '../history/kept-page.ts';

/** Inside `details` that hide it. */
const FOLDED = 'details:not([open])>:not(summary)';

const behavior = 'instant';

/**
 * Scrolls to the beginning of a page that is new, at once: to its fragment, as browsers find it, or to the top
 * unless its content is in view. `hash`: with the `#`; empty without a fragment.
 */
export function scrollToPage(window: Window, hash: string): void {
  const { document, scrollX: left, innerHeight } = window;
  const target = hash && findTarget(document, hash.slice(1));
  if (target) {
    unfold(target);
    target.scrollIntoView({ behavior, inline: 'nearest' });
    return;
  }
  const main = listShown(document, 'main')[0] ?? document.getElementById(documentRootId);
  // A fragment that names nothing, `#top` too, is the top.
  const content = !hash && main ? findContent(window, main) : undefined;
  const around: Element[] = [];
  for (let each = content ?? main; each; each = each.parentElement) around.push(each);
  const isInView = (): boolean => {
    const { top = -1 } = content?.getClientRects()[0] ?? {};
    // What is scrolled hides what is above its own top.
    const isHidden = (each: Element): boolean =>
      each.scrollTop > 0 && each.getBoundingClientRect().top > top;
    return top >= 0 && top < innerHeight && !around.some(isHidden);
  };
  if (isInView()) return;
  for (const each of around) each.scrollTo({ top: 0, behavior });
  if (isInView()) return;
  content?.scrollIntoView({ behavior });
  window.scrollTo({ left, behavior });
}

/** The first that stands in the page's flow, with a box: what sticks, floats above or is hidden says nothing. */
function findContent(window: Window, parent: Element): Element | undefined {
  for (const child of parent.children) {
    const { display, position } = window.getComputedStyle(child);
    const inside = display === 'contents' ? findContent(window, child) : undefined;
    if (inside) return inside;
    if (/static|relative/.test(position) && child.getClientRects()[0]) return child;
  }
  return undefined;
}

/** As HTML has it: an id or the name of an anchor, as it is written or encoded. */
function findTarget(document: Document, fragment: string): Element | undefined {
  const names = [fragment];
  try {
    names.push(decodeURIComponent(fragment));
  } catch {
    // It names what it says.
  }
  return names
    .flatMap((name) => ['[id', 'a[name'].map((by) => `${by}=${JSON.stringify(name)}]`))
    .flatMap((selector) => listShown(document, selector))[0];
}

function unfold(target: Element): void {
  let inside: Element | null;
  while ((inside = target.closest(FOLDED)))
    (inside.parentElement as HTMLDetailsElement).open = true;
}
