import type { Router } from '#client-runtime';
import { to } from '#shared';
import type { Address } from '#shared';
import { pressControl } from '../../../../ui/press-control.ts';
import { toHref } from '../../../../ui/to-href.ts';
import type { PaletteOption, PaletteOptions } from '../palette/palette.dto.ts';

/** The palette asks the server when nothing was typed for this long. */
const PAUSE_MS = 80;
const ID = 'palette';

interface Choice extends Pick<PaletteOption, 'kind' | 'name' | 'detail'> {
  readonly take: () => void;
}

let shown: Palette | undefined;

/**
 * Opens the palette, or closes it when it is open. Does nothing while another dialog is open.
 * Without a router, the browser itself loads the chosen page.
 */
export function openPalette(router: Router | undefined): void {
  if (shown) shown.close();
  else if (!document.querySelector('dialog[open]')) {
    shown = new Palette(router, listActions(), () => (shown = undefined));
  }
}

/**
 * Shows a dialog with a text field, and a list of actions, pages and issues that match the typed
 * text. Follows the combobox pattern of the ARIA Authoring Practices
 * (w3.org/WAI/ARIA/apg/patterns/combobox). Enter takes the first option unless the reader moves to
 * another one.
 */
class Palette {
  readonly #router: Router | undefined;
  readonly #actions: readonly Choice[];
  readonly #dialog = document.createElement('dialog');
  readonly #input = document.createElement('input');
  readonly #list = document.createElement('ul');
  readonly #status = document.createElement('p');
  #choices: readonly Choice[] = [];
  #active = 0;
  #asked = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(router: Router | undefined, actions: readonly Choice[], onClose: () => void) {
    this.#router = router;
    this.#actions = actions;
    this.#build();
    this.#dialog.addEventListener('close', () => {
      this.#cancel();
      this.#dialog.remove();
      onClose();
    });
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    this.#show([]);
    void this.#ask();
  }

  close(): void {
    this.#dialog.close();
  }

  #build(): void {
    this.#dialog.className = 'palette';
    this.#dialog.ariaLabel = 'Find';
    this.#dialog.setAttribute('closedby', 'any');
    this.#list.id = ID;
    this.#list.role = 'listbox';
    this.#list.ariaLabel = 'Found';
    this.#status.role = 'status';
    const input = Object.assign(this.#input, {
      type: 'search',
      className: 'text-input',
      role: 'combobox',
      ariaLabel: 'Issue, page, project, or an id',
      placeholder: 'Issue, page, project, or an id',
      autocomplete: 'off',
      autocapitalize: 'none',
      spellcheck: false,
      maxLength: 500,
      ariaExpanded: 'true',
      ariaAutoComplete: 'list',
    });
    input.setAttribute('aria-controls', ID);
    input.addEventListener('input', () => this.#askSoon());
    input.addEventListener('keydown', (event) => this.#onKey(event));
    this.#list.addEventListener('click', ({ target }) => {
      const option = (target as Element).closest('li');
      if (option) this.#take([...this.#list.children].indexOf(option));
    });
    const close = document.createElement('button');
    close.className = 'button';
    close.textContent = 'Close';
    close.addEventListener('click', () => this.close());
    this.#dialog.append(input, close, this.#list, this.#status);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      const { length } = this.#choices;
      if (length > 0) this.#activate((this.#active + by + length) % length);
    } else if (event.key === 'Enter') this.#take(this.#active);
    else return;
    event.preventDefault();
  }

  #activate(index: number): void {
    const { children } = this.#list;
    children[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = index;
    const option = children[index];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) this.#input.setAttribute('aria-activedescendant', option.id);
    else this.#input.removeAttribute('aria-activedescendant');
  }

  #take(index: number): void {
    const choice = this.#choices[index];
    if (!choice) return;
    this.close();
    choice.take();
  }

  #askSoon(): void {
    this.#cancel();
    // Clears the options, so that Enter cannot take an option of the previous text.
    this.#show([]);
    this.#timer = setTimeout(() => void this.#ask(), PAUSE_MS);
  }

  async #ask(): Promise<void> {
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const address = new URL(toHref('/palette'), document.baseURI);
    address.searchParams.set('q', this.#input.value);
    try {
      const answer = await fetch(address, { signal, cache: 'no-store' });
      const { options = [] } = answer.ok ? ((await answer.json()) as PaletteOptions) : {};
      if (!signal.aborted) this.#show(options, answer.ok ? '' : toRefusal(answer.status));
    } catch {
      if (!signal.aborted) this.#show([], 'No connection. Pages and issues cannot be looked up.');
    }
  }

  #show(options: readonly PaletteOption[], fault = ''): void {
    const text = this.#input.value.trim();
    const chosen = this.#active > 0 ? this.#choices[this.#active] : undefined;
    this.#choices = [
      ...this.#actions.filter(({ name }) => isMeant(text, name)),
      ...options.map(({ href, ...rest }) => ({ ...rest, take: () => this.#go(href) })),
      ...(text === ''
        ? []
        : [
            {
              kind: 'Search',
              name: `Issues with “${text}”`,
              take: () =>
                this.#go(to('/issues', {}, { query: `query=${encodeURIComponent(text)}` })),
            },
          ]),
    ];
    this.#list.replaceChildren(...this.#choices.map(toItem));
    this.#status.textContent = fault;
    // When a late answer replaces the list, the option that the reader has moved to stays active.
    const index = this.#choices.findIndex(
      ({ kind, name }) => kind === chosen?.kind && name === chosen.name,
    );
    this.#activate(Math.max(0, index));
  }

  #go(href: Address): void {
    if (this.#router) this.#router.push(href);
    else location.assign(toHref(href));
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#asked.abort();
  }
}

function listActions(): Choice[] {
  const controls = [...document.querySelectorAll<HTMLElement>('main [aria-keyshortcuts]')];
  return controls
    .filter((control) => control.checkVisibility())
    .map((control) => ({
      kind: 'Action',
      name: (control.ariaLabel ?? control.textContent).trim(),
      detail: `key ${control.getAttribute('aria-keyshortcuts')}`,
      take: () => pressControl(control),
    }));
}

function toRefusal(status: number): string {
  return status === 401 ? 'You are signed out. Sign in again.' : 'The server could not look it up.';
}

function isMeant(text: string, name: string): boolean {
  return name.toLowerCase().includes(text.toLowerCase());
}

function toItem({ kind, name, detail = '' }: Choice, index: number): HTMLElement {
  const item = document.createElement('li');
  item.id = `${ID}-${index}`;
  item.role = 'option';
  item.ariaSelected = 'false';
  for (const part of [name, detail, kind]) {
    const span = document.createElement('span');
    span.textContent = part;
    item.append(span, ' ');
  }
  return item;
}
