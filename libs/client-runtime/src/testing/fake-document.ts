export class FakeElement {
  style = { cssText: '' };
  tabIndex = -1;
  readonly children: FakeElement[] = [];
  readonly calls: [string, unknown][] = [];
  parent: FakeElement | undefined;
  [attribute: string]: unknown;

  constructor(
    readonly ownerDocument: FakeDocument,
    readonly tag: string,
    attributes: Readonly<Record<string, unknown>> = {},
  ) {
    Object.assign(this, { textContent: '' }, attributes);
  }

  get parentElement(): FakeElement | null {
    return this.parent ?? null;
  }

  append(child: FakeElement): void {
    child.remove();
    child.parent = this;
    this.children.push(child);
  }

  insertAdjacentHTML(place: string, html: string): void {
    this.calls.push([place, html]);
  }

  remove(): void {
    const siblings = this.parent?.children ?? [];
    siblings.splice(siblings.indexOf(this), 1);
  }

  hasAttribute(name: string): boolean {
    return Object.keys(this).some((key) => key.toLowerCase() === name);
  }

  focus(options: unknown): void {
    this.calls.push(['focus', options]);
    this.ownerDocument.activeElement = this;
  }

  scrollIntoView(options: unknown): void {
    this.calls.push(['scrollIntoView', options]);
  }

  scrollTo(options: unknown): void {
    this.calls.push(['scrollTo', options]);
  }

  /** Supports selectors like `main h1,input,meta[name=robots],[contenteditable]`. */
  matches(selector: string): boolean {
    return selector.split(',').some((each) => {
      const [own = '', above] = each.split(' ').toReversed();
      return this.isLike(own) && (above === undefined || this.isInside(above));
    });
  }

  querySelector(selector: string): FakeElement | null {
    return this.descendants.find((element) => element.matches(selector)) ?? null;
  }

  querySelectorAll(selector: string): FakeElement[] {
    return this.descendants.filter((element) => element.matches(selector));
  }

  /**
   * Supports lists of tags, and the selector for elements that React hides,
   * `[style*="none !important"]`.
   */
  closest(selector: string): FakeElement | null {
    const isFound = selector.startsWith('[style')
      ? this.style.cssText.includes('none !important')
      : selector.split(',').includes(this.tag);
    return isFound ? this : (this.parent?.closest(selector) ?? null);
  }

  get descendants(): FakeElement[] {
    return this.children.flatMap((child) => [child, ...child.descendants]);
  }

  private isLike(selector: string): boolean {
    const [, tag, modal, name, value] =
      /^(\w*)(:modal)?(?:\[([\w-]+)(?:\$?=(\w+))?\])?$/.exec(selector) ?? [];
    return (
      (!tag || tag === this.tag) &&
      (!modal || this['isModal'] === true) &&
      (!name || this.hasAttribute(name)) &&
      (!name || !value || this[name] === value)
    );
  }

  private isInside(selector: string): boolean {
    const { parent } = this;
    return parent !== undefined && (parent.isLike(selector) || parent.isInside(selector));
  }
}

export class FakeDocument extends EventTarget {
  title = '';
  readonly head = new FakeElement(this, 'head');
  readonly documentElement = new FakeElement(this, 'html');
  readonly body = this.addBody();
  activeElement: FakeElement | null = this.body;

  get document(): Document {
    return this as unknown as Document;
  }

  createElement(tag: string): FakeElement {
    return new FakeElement(this, tag);
  }

  add(
    tag: string,
    attributes: Readonly<Record<string, unknown>> = {},
    into = this.body,
  ): FakeElement {
    const element = new FakeElement(this, tag, attributes);
    into.append(element);
    return element;
  }

  querySelector(selector: string): FakeElement | null {
    return this.head.querySelector(selector) ?? this.body.querySelector(selector);
  }

  /**
   * Supports the same selectors, and lists of those with a quoted value such as `a[name="there"]`.
   */
  querySelectorAll(selector: string): FakeElement[] {
    const quoted = [...selector.matchAll(/(?:^|,)(\w*)\[(\w+)="(.*?)"\]/g)];
    if (quoted.length > 0) {
      return this.body.descendants.filter((each) =>
        quoted.some(
          ([, tag, name = '', value]) => (!tag || each.tag === tag) && each[name] === value,
        ),
      );
    }
    return [...this.head.querySelectorAll(selector), ...this.body.querySelectorAll(selector)];
  }

  private addBody(): FakeElement {
    const body = new FakeElement(this, 'body');
    this.documentElement.append(body);
    return body;
  }

  getElementById(id: string): FakeElement | null {
    return this.body.descendants.find((element) => element['id'] === id) ?? null;
  }
}
