import type { CompletionOption, Completions } from '../completions/completions.dto.ts';

/** The combobox asks the server when nothing was typed for this long. */
const PAUSE_MS = 80;
/** These keys close the list, because its options belong to the old position of the caret. */
const LEAVING: readonly string[] = ['Enter', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];

/**
 * A text field with a list of completions. Follows the combobox pattern "list autocomplete with
 * manual selection" of the ARIA Authoring Practices (w3.org/WAI/ARIA/apg/patterns/combobox). The
 * focus stays in the field. When the server does not answer, no list opens.
 */
export class Combobox {
  readonly #input: HTMLInputElement;
  readonly #list: HTMLUListElement;
  readonly #status: HTMLElement;
  #shown: Completions | undefined;
  /** Index of the option that Enter takes; -1 for none. */
  #active = -1;
  #asked: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(input: HTMLInputElement) {
    this.#input = input;
    this.#list = document.createElement('ul');
    this.#list.id = `${input.id}-completions`;
    this.#list.role = 'listbox';
    this.#list.ariaLabel = 'Completions';
    this.#list.className = 'completions';
    this.#list.hidden = true;
    this.#status = document.createElement('span');
    this.#status.role = 'status';
    this.#status.className = 'sr-only';
  }

  attach(): void {
    const input = this.#input;
    input.parentElement?.append(this.#list, this.#status);
    input.role = 'combobox';
    input.ariaAutoComplete = 'list';
    input.ariaExpanded = 'false';
    input.setAttribute('aria-controls', this.#list.id);
    input.addEventListener('input', () => this.#askSoon());
    input.addEventListener('keydown', (event) => this.#onKey(event));
    input.addEventListener('blur', () => this.#close());
    // Keeps the focus in the field.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => {
      const option = (target as Element).closest('li');
      if (option) this.#take([...this.#list.children].indexOf(option));
    });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const answer = this.#findAnswer(event.key);
    if (answer) {
      answer();
      event.preventDefault();
      event.stopPropagation();
    } else if (LEAVING.includes(event.key)) this.#close();
  }

  #findAnswer(key: string): (() => void) | undefined {
    const isOpen = !this.#list.hidden;
    switch (key) {
      case 'ArrowDown':
        return isOpen ? () => this.#step(1) : () => this.#ask();
      case 'ArrowUp':
        return isOpen ? () => this.#step(-1) : () => this.#ask();
      case 'Enter':
        return this.#active < 0 ? undefined : () => this.#take(this.#active);
      case 'Escape':
        return isOpen ? () => this.#close() : undefined;
      default:
        return undefined;
    }
  }

  #step(by: 1 | -1): void {
    // Stepping beyond either end of the list leads to the field, which counts as one more position.
    const count = this.#list.children.length + 1;
    this.#activate(((this.#active + 1 + by + count) % count) - 1);
  }

  #activate(index: number): void {
    this.#list.children[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = index;
    const option = this.#list.children[index];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) this.#input.setAttribute('aria-activedescendant', option.id);
    else this.#input.removeAttribute('aria-activedescendant');
  }

  /** When the option is a search key, the list shows the values of this key next. */
  #take(index: number): void {
    const { at, end, options } = this.#shown ?? { at: 0, end: 0, options: [] };
    const text = options[index]?.text;
    this.#close();
    if (text === undefined) return;
    this.#input.setRangeText(text, at, end, 'end');
    this.#input.dispatchEvent(new Event('change', { bubbles: true }));
    if (text.endsWith(':')) this.#ask();
  }

  #askSoon(): void {
    this.#cancel();
    this.#timer = setTimeout(() => this.#ask(), PAUSE_MS);
  }

  #ask(): void {
    this.#cancel();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    fetch(this.#toAddress(), { signal, cache: 'no-store' })
      .then(async (answer) => {
        const completions = answer.ok ? ((await answer.json()) as Completions) : undefined;
        if (!signal.aborted) this.#show(completions);
      })
      .catch(() => signal.aborted || this.#close());
  }

  #toAddress(): URL {
    const { form, value, selectionStart } = this.#input;
    const address = new URL('search/completions', form?.action);
    const projects = [...new FormData(form ?? undefined).getAll('project')].map(String);
    address.searchParams.set('query', value);
    address.searchParams.set('at', String(selectionStart ?? value.length));
    address.searchParams.set('project', projects.filter(Boolean).join());
    return address;
  }

  #show(completions: Completions | undefined): void {
    this.#close();
    const count = completions?.options.length ?? 0;
    if (!completions || count === 0) return;
    this.#shown = completions;
    this.#list.replaceChildren(
      ...completions.options.map((option, index) => toItem(option, `${this.#list.id}-${index}`)),
    );
    this.#list.hidden = false;
    this.#input.ariaExpanded = 'true';
    this.#status.textContent = `${count} ${count === 1 ? 'completion' : 'completions'}`;
  }

  #close(): void {
    this.#cancel();
    this.#activate(-1);
    this.#shown = undefined;
    this.#list.hidden = true;
    this.#status.textContent = '';
    this.#input.ariaExpanded = 'false';
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#asked?.abort();
  }
}

function toItem({ text, words = '', issues }: CompletionOption, id: string): HTMLElement {
  const item = document.createElement('li');
  item.id = id;
  item.role = 'option';
  item.ariaSelected = 'false';
  const count = issues === undefined ? '' : `${issues} ${issues === 1 ? 'issue' : 'issues'}`;
  for (const part of [text, words, count]) {
    const span = document.createElement('span');
    span.textContent = part;
    item.append(span, ' ');
  }
  return item;
}
