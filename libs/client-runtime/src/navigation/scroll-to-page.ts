import { listShown } from '../history/kept-page.ts';
import { showTarget } from '../history/restorer.ts';
import type { SnapshotTaker } from '../history/snapshot.ts';

const behavior = 'instant';

/**
 * Scrolls a new page to its fragment as browsers do, focuses the fragment's target, and otherwise
 * scrolls to the top, unless the content is already in view. `hash` includes the `#`, or is empty. A
 * target that comes with deferred data waits in `snapshots`, until the visitor acts.
 */
export function scrollToPage(
  window: Window,
  hash: string,
  snapshots: Pick<SnapshotTaker, 'restore'>,
): void {
  const { document, scrollX: left, innerHeight } = window;
  if (hash) {
    const selector = toSelector(hash.slice(1));
    const [target] = listShown(document, selector) as HTMLElement[];
    if (target) {
      showTarget(target);
      return;
    }
    snapshots.restore([[selector, 0, { left: 0, top: 0, isTarget: true }]], true);
  }
  const main = listShown(document, 'main')[0] ?? document.body;
  // A fragment without a target, such as `#top`, means the top.
  const content = hash ? undefined : findContent(window, main);
  const around: Element[] = [];
  for (let each: Element | null = content ?? main; each; each = each.parentElement)
    around.push(each);
  const isInView = (): boolean => {
    const { top = -1 } = content?.getClientRects()[0] ?? {};
    // A scrolled container hides what lies above its own top.
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

/**
 * Returns the first element with a box in the page's flow. Sticky, floating and hidden elements say
 * nothing about the position.
 */
function findContent(window: Window, parent: Element): Element | undefined {
  for (const child of parent.children) {
    const { display, position } = window.getComputedStyle(child);
    const found =
      display === 'contents'
        ? findContent(window, child)
        : /static|relative/.test(position) && child.getClientRects()[0] && child;
    if (found) return found;
  }
  return undefined;
}

/**
 * Selects the element whose id is the fragment, as written or decoded (HTML, "find a potential
 * indicated element").
 */
function toSelector(fragment: string): string {
  const names = [fragment];
  try {
    names.push(decodeURIComponent(fragment));
  } catch {}
  return names.map((name) => `[id=${JSON.stringify(name)}]`).join();
}
