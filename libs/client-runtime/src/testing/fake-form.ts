/** Makes an event with a `target` of its own, because Node.js sets `target` to the dispatcher. */
function toEvent(type: string, target: unknown): Event {
  return Object.defineProperty(new Event(type), 'target', { value: target });
}

export class FakeControl {
  readonly children: FakeControl[] = [];
  readonly localName: string = 'input';
  readonly events: string[] = [];
  isConnected = true;
  isKept = false;
  scrollLeft = 0;
  scrollTop = 0;
  longest = 1000;
  readonly clientHeight = 100;
  parentElement: FakeControl | null = null;
  name?: string;
  id?: string;
  type?: string;
  value?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  open?: boolean;
  multiple?: boolean;
  options?: { value: string; selected: boolean }[];
  elements?: FakeControl[];
  _valueTracker?: { setValue: (value: string) => void };
  [detail: string]: unknown;

  constructor(details: Readonly<Record<string, unknown>>) {
    Object.assign(this, details);
  }

  getAttribute(name: string): string | null {
    return (this[name] as string | undefined) ?? null;
  }

  matches(selector: string): boolean {
    return selector.split(',').includes(this.localName);
  }

  get scrollHeight(): number {
    return this.clientHeight + this.longest;
  }

  closest(selector: string): FakeControl | null {
    if (selector.startsWith('[style')) return this.isKept ? this : null;
    return this.localName === selector ? this : (this.parentElement?.closest(selector) ?? null);
  }

  scrollTo({ left, top, behavior }: { left: number; top: number; behavior: string }): void {
    this.events.push(`scroll ${behavior}`);
    this.scrollLeft = Math.min(left, this.longest);
    this.scrollTop = Math.min(top, this.longest);
  }

  dispatchEvent({ type }: Event): boolean {
    this.events.push(`${type} ${this.checked ?? this.open ?? this.value}`);
    return true;
  }
}

export class FakeFormDocument extends EventTarget {
  readonly documentElement = new FakeControl({ localName: 'html' });
  elements: FakeControl[] = [];

  add(details: Readonly<Record<string, unknown>>): FakeControl {
    const isField = details['localName'] === undefined;
    const field = isField
      ? { form: null, type: 'text', value: '', _valueTracker: { setValue: () => {} } }
      : {};
    const element = new FakeControl({ ...field, ...details });
    element.parentElement ??= this.documentElement;
    element.parentElement.children.push(element);
    this.elements.push(element);
    return element;
  }

  remove(element: FakeControl): void {
    element.isConnected = false;
    this.elements = this.elements.filter((each) => each !== element);
  }

  /**
   * Supports selectors like `:root`, `[name="a"][value="b"]`, `details:not([name],[id])` and
   * `:root>:nth-child(1)`, also within a form such as `form[id="a"]`.
   */
  querySelectorAll(selector: string): FakeControl[] {
    const [, formName, inside] = /^form(\S*) (.+)$/.exec(selector) ?? [];
    if (inside !== undefined) {
      const forms = this.elements.filter(({ localName }) => localName === 'form');
      const wanted = forms.filter(
        (form) => !formName || this.querySelectorAll(formName).includes(form),
      );
      return this.querySelectorAll(inside).filter((each) =>
        wanted.includes(each.closest('form') as FakeControl),
      );
    }
    if (selector === ':root') return [this.documentElement];
    const [, parent = '', place] = /^(.+)>:nth-child\((\d+)\)$/.exec(selector) ?? [];
    if (place) {
      return this.querySelectorAll(parent).flatMap(({ children }) => children[+place - 1] ?? []);
    }
    const [, tag] = /^(\w+):not/.exec(selector) ?? [];
    if (tag) {
      return this.elements.filter((each) => each.localName === tag && !each.name && !each.id);
    }
    const wanted = [...selector.matchAll(/\[(?<name>\w+)="?(?<value>.*?)"?\]/g)];
    return this.elements.filter((each) =>
      wanted.every(({ groups }) => each[groups?.['name'] ?? ''] === groups?.['value']),
    );
  }

  change(field: FakeControl, details: Readonly<Record<string, unknown>>): void {
    Object.assign(field, details);
    this.tell('input', field);
  }

  scroll(element: FakeControl, left: number, top: number): void {
    Object.assign(element, { scrollLeft: left, scrollTop: top });
    this.tell('scroll', element);
  }

  tell(type: string, target: unknown): void {
    this.dispatchEvent(toEvent(type, target));
  }
}
