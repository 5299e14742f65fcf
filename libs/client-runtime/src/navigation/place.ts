import { mergeHeads } from '#shared';
import type { Announcer } from '../announcer/announcer.ts';
import { applyHead } from '../announcer/document-head.ts';
import { focusHeading, nameOf } from '../announcer/page-heading.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { BrowserHistory } from '../history/browser-history.ts';
import type { EntryMemory } from '../history/entry-memory.ts';
import type { TypedInputWatch } from '../history/typed-input.ts';
import type { Visit } from './visit.ts';

export interface PlaceParts {
  readonly window: Window;
  readonly applicationName: string;
  readonly basePath: string;
  readonly history: BrowserHistory;
  readonly memory: EntryMemory;
  readonly typed: TypedInputWatch;
  readonly announcer: Announcer;
}

/** Where a visitor is: the history entry of the page that is shown, its scroll position and what was typed there. */
export class Place {
  #entry: string | undefined;

  readonly #parts: PlaceParts;

  constructor(parts: PlaceParts) {
    this.#parts = parts;
    this.#entry = parts.history.entry;
  }

  /** The page of the current history entry: path and query within the application, and fragment. */
  read(): { readonly url: string; readonly hash: string } {
    const { history, memory, basePath, window } = this.#parts;
    const { pathname, search, hash } = window.location;
    const url = (pathname.slice(basePath.length) || '/') + search;
    return { url: memory.find(history.entry)?.url ?? url, hash };
  }

  /** Notes how the page that is shown is left. */
  remember(): void {
    const { memory, typed, window } = this.#parts;
    const { scrollX: x, scrollY: y } = window;
    memory.note(this.#entry, { ...memory.find(this.#entry), x, y, typed: typed.take() });
  }

  /** Makes, or changes, the history entry of an address. */
  take(entry: Visit['entry'], address: string): void {
    const { history } = this.#parts;
    if (entry === 'push' && address !== history.address) history.push(address);
    else history.replace(address);
  }

  /** The current history entry is that of this page. */
  enter({ url }: ShownPage): void {
    const { history, memory } = this.#parts;
    this.#entry = history.entry;
    memory.note(this.#entry, { ...memory.find(this.#entry), url });
  }

  /** The document has the page: it is scrolled, named, announced, and its heading has the focus. */
  arrive(
    { entry, hash }: Pick<Visit, 'entry' | 'hash'>,
    { page, before }: { readonly page: ShownPage; readonly before: ShownPage },
  ): void {
    const { window, announcer } = this.#parts;
    const title = this.name(page);
    if (entry === 'traverse') this.restore();
    else if (entry !== 'none') this.#scroll(hash);
    if (page.url === before.url && page.status === before.status) return;
    if (pathOf(page) !== pathOf(before) || window.document.activeElement === window.document.body) {
      focusHeading(window.document);
    }
    announcer.announce(title ?? nameOf(window));
  }

  /** Names the document after the page. Undefined when the page itself has no title. */
  name(page: ShownPage): string | undefined {
    const { window, applicationName } = this.#parts;
    const head = mergeHeads(page, applicationName);
    applyHead(window.document, head);
    return head.title === applicationName ? undefined : head.title;
  }

  /** Enters what was typed here before, as far as it is not there. */
  refill(): void {
    const { memory, typed } = this.#parts;
    const state = memory.find(this.#entry);
    if (state?.typed) typed.restore(state.typed);
  }

  /** As the visitor left it. */
  restore(): void {
    const { memory, window } = this.#parts;
    const state = memory.find(this.#entry);
    this.refill();
    window.scrollTo({ left: state?.x ?? 0, top: state?.y ?? 0, behavior: 'instant' });
  }

  #scroll(hash: string): void {
    const { window } = this.#parts;
    const target = hash && window.document.getElementById(decodeFragment(hash.slice(1)));
    if (target) target.scrollIntoView({ behavior: 'instant' });
    else window.scrollTo({ left: 0, top: 0, behavior: 'instant' });
  }
}

function pathOf({ url }: ShownPage): string {
  return url.split('?', 1)[0] ?? url;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
