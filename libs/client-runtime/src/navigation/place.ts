import { mergeHeads } from '#shared';
import type { Announcer } from '../announcer/announcer.ts';
import { applyHead } from '../announcer/document-head.ts';
import { findHeading, focusHeading } from '../announcer/page-heading.ts';
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
  readonly #parts: PlaceParts;
  #entry: string | undefined;

  constructor(parts: PlaceParts) {
    this.#parts = parts;
  }

  /** Path, query and fragment that the address bar shows. */
  get address(): string {
    return this.#parts.history.address;
  }

  /** The page of the current history entry: path and query within the application, and fragment. */
  read(): { readonly url: string; readonly hash: string } {
    const { history, memory, basePath, window } = this.#parts;
    const { pathname, search, hash } = window.location;
    const url = (pathname.slice(basePath.length) || '/') + search;
    return { url: memory.find(history.entry).url ?? url, hash };
  }

  /** Notes how the page that is shown is left. */
  remember(): void {
    const { memory, typed, window } = this.#parts;
    memory.note(this.#entry, { x: window.scrollX, y: window.scrollY, typed: typed.take() });
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
    memory.note(this.#entry, { url });
  }

  /** The document has the page: it is scrolled, named, announced, and its heading has the focus. */
  arrive({ entry, hash }: Visit, page: ShownPage, before: ShownPage): void {
    const { window, announcer, applicationName } = this.#parts;
    const { document } = window;
    const head = mergeHeads(page, applicationName);
    applyHead(document, head);
    if (entry === 'traverse') this.restore();
    else if (entry !== 'none') this.#scroll(hash);
    if (page.url === before.url && page.status === before.status) return;
    const isElsewhere = pathOf(page) !== pathOf(before);
    if (isElsewhere || document.activeElement === document.body) focusHeading(document);
    const heading = findHeading(document)?.textContent ?? '';
    const isTitled = head.title !== applicationName;
    announcer.announce(isTitled ? head.title : heading.trim() || window.location.pathname);
  }

  /** Enters what was typed here before, as far as it is not there. */
  refill(): void {
    const { memory, typed } = this.#parts;
    typed.restore(memory.find(this.#entry).typed ?? {});
  }

  /** As the visitor left it. */
  restore(): void {
    this.refill();
    const { x = 0, y = 0 } = this.#parts.memory.find(this.#entry);
    this.#scrollTo(x, y);
  }

  #scroll(hash: string): void {
    const target = hash && findFragment(this.#parts.window.document, hash.slice(1));
    if (target) target.scrollIntoView({ behavior: 'instant' });
    else this.#scrollTo(0, 0);
  }

  #scrollTo(left: number, top: number): void {
    this.#parts.window.scrollTo({ left, top, behavior: 'instant' });
  }
}

function pathOf({ url }: ShownPage): string | undefined {
  return url.split('?', 1)[0];
}

function findFragment(document: Document, fragment: string): Element | null {
  try {
    return document.getElementById(decodeURIComponent(fragment));
  } catch {
    return null;
  }
}
