import { Activity, createElement, Fragment, memo, Profiler, StrictMode, Suspense } from 'react';
import type { ReactNode } from 'react';
import { escapeHtml } from './escape-html.ts';
import { findInnerHtml, printChildlessElement, printOpeningTag } from './elements.ts';
import type { Props } from './elements.ts';
import { CONTEXT, Hooks, VALUE } from './hooks.ts';
import type { FunctionComponent, KeptContext } from './hooks.ts';
import { TreePath } from './tree-path.ts';
import { UnknownToHtml } from './unknown-to-html.ts';

/** A component that is a class. */
interface ClassComponent {
  new (props: object): { state?: object | null; props: object; render(): ReactNode };
  readonly prototype: { readonly isReactComponent?: object };
  readonly contextType?: unknown;
  readonly defaultProps?: unknown;
  getDerivedStateFromProps?(props: object, state: unknown): object | null;
}

type ElementType =
  | string
  | symbol
  | FunctionComponent
  | ClassComponent
  | { readonly $$typeof: symbol; readonly type?: ElementType };

interface Element {
  readonly $$typeof: symbol;
  readonly type: ElementType;
  readonly props: Props;
}

const markOf = (thing: unknown): symbol => (thing as { $$typeof: symbol }).$$typeof;
const ELEMENT = markOf(createElement('i'));
const MEMO = markOf(memo(() => null));

/** What stands around a tree's parts in HTML, so that the browser finds them. */
const MARKS = new Map<unknown, readonly [before: string, after: string]>([
  [Activity, ['<!--&-->', '<!--/&-->']],
  [Suspense, ['<!--$-->', '<!--/$-->']],
]);
const UNMARKED = new Set<unknown>([Fragment, StrictMode, Profiler]);

/**
 * A tree as HTML, byte for byte as `renderToString` of React makes it. Throws what a component throws, and
 * `UnknownToHtml` where only React knows what to do; both leave nothing behind.
 */
export function renderHtml(tree: ReactNode): string {
  return new HtmlRendering().render(tree);
}

class HtmlRendering {
  private html = '';
  /** Text was written last: more of it is another node. */
  private isAfterText = false;
  /** Within a drawing a title is one of its shapes. */
  private isInDrawing = false;
  /** Of the select around. */
  private selected: unknown;
  private readonly path = new TreePath();
  private readonly hooks = new Hooks(this.path);

  render(tree: ReactNode): string {
    this.hooks.during(() => this.write(tree));
    return this.html;
  }

  private write(node: unknown): void {
    if (typeof node === 'string') {
      this.writeText(node);
    } else if (typeof node === 'object' && node !== null) {
      if ((node as Element).$$typeof === ELEMENT) {
        const { type, props } = node as Element;
        this.writeElement(type, props);
      } else if (Array.isArray(node)) {
        this.writeList(node);
      } else if (Symbol.iterator in node) {
        this.writeList([...(node as Iterable<unknown>)]);
      } else {
        throw new UnknownToHtml('An object among the children');
      }
    } else if (typeof node === 'number' || typeof node === 'bigint') {
      this.writeText(String(node));
    }
  }

  private writeText(text: string): void {
    if (text === '') return;
    this.html += this.isAfterText ? `<!-- -->${escapeHtml(text)}` : escapeHtml(text);
    this.isAfterText = true;
  }

  private writeList(nodes: readonly unknown[]): void {
    for (let index = 0; index < nodes.length; index++) {
      this.path.enter(nodes.length, index);
      this.write(nodes[index]);
      this.path.leave();
    }
  }

  private writeElement(type: ElementType, props: Props): void {
    if (typeof type === 'string') this.writeHostElement(type, props);
    else if (typeof type === 'function') this.writeComponent(type, props);
    else if (typeof type === 'symbol') this.writePart(type, props);
    else if (type.$$typeof === MEMO && type.type) this.writeElement(type.type, props);
    else if (type.$$typeof === CONTEXT) this.writeProvider(type as never, props);
    else throw new UnknownToHtml('A kind of element');
  }

  private writeHostElement(tag: string, props: Props): void {
    const childless = printChildlessElement(tag, props);
    if (childless === undefined) {
      const { isInDrawing, selected } = this;
      if (tag === 'title' && !(isInDrawing && typeof props.children === 'string')) {
        throw new UnknownToHtml('A title of the document, or one of parts');
      }
      if (tag === 'svg') this.isInDrawing = true;
      else if (tag === 'select') this.selected = props['value'] ?? props['defaultValue'];
      this.html += printOpeningTag(tag, props, selected);
      this.isAfterText = false;
      const inner = findInnerHtml(tag, props);
      if (inner === undefined) this.write(props.children);
      else this.html += inner;
      this.html += `</${tag}>`;
      this.isInDrawing = isInDrawing;
      this.selected = selected;
    } else {
      this.html += childless;
    }
    this.isAfterText = false;
  }

  private writeComponent(component: FunctionComponent | ClassComponent, props: Props): void {
    if (isClass(component)) {
      this.write(renderClass(component, props));
      return;
    }
    const children = this.hooks.call(component, props);
    if (!this.hooks.hasMadeId) {
      this.write(children);
      return;
    }
    this.path.enter(1, 0);
    this.write(children);
    this.path.leave();
  }

  private writePart(type: symbol, { mode, children }: Props): void {
    const marks = MARKS.get(type);
    if (!marks && !UNMARKED.has(type)) throw new UnknownToHtml(String(type));
    if (!marks) {
      this.write(children);
      return;
    }
    if (mode === 'hidden') return;
    this.html += marks[0];
    this.isAfterText = false;
    this.write(children);
    this.html += marks[1];
    this.isAfterText = false;
  }

  private writeProvider(context: KeptContext, { value, children }: Props): void {
    const around = context[VALUE];
    context[VALUE] = value;
    try {
      this.write(children);
    } finally {
      context[VALUE] = around;
    }
  }
}

function isClass(component: FunctionComponent | ClassComponent): component is ClassComponent {
  return (component as ClassComponent).prototype?.isReactComponent !== undefined;
}

function renderClass(component: ClassComponent, props: Props): ReactNode {
  if (component.contextType !== undefined || component.defaultProps !== undefined) {
    throw new UnknownToHtml('A class of an older kind');
  }
  const instance = new component(props);
  const { state = null } = instance;
  const derived = component.getDerivedStateFromProps?.(props, state);
  instance.props = props;
  instance.state = derived ? { ...state, ...derived } : state;
  return instance.render();
}
