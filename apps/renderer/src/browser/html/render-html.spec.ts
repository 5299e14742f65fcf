import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  Activity,
  Component,
  createContext,
  createElement as h,
  Fragment,
  memo,
  Suspense,
  use,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { renderHtml } from './render-html.ts';
import { UnknownToHtml } from './unknown-to-html.ts';

const Word = createContext('nobody');

function Ids({ children }: { readonly children?: ReactNode }): ReactNode {
  return h('i', { id: useId(), title: useId() }, children);
}

function Hooks(): ReactNode {
  const [state] = useState(() => 'state');
  useRef(null);
  const memoized = useMemo(() => 'memo', []);
  const callback = useCallback(() => 'callback', []);
  const stored = useSyncExternalStore(
    () => () => undefined,
    () => 'browser',
    () => 'server',
  );
  useEffect(() => undefined);
  return [state, memoized, callback(), stored, useContext(Word), use(Word)].join();
}

const Memoized = memo(function Memoized({ text }: { readonly text: string }) {
  return h('b', null, text);
});

class Boundary extends Component<{ readonly of: string; readonly children?: ReactNode }> {
  static getDerivedStateFromProps({ of }: { of: string }) {
    return { of };
  }
  override state: { of?: string; own: string } = { own: 'own' };
  override render(): ReactNode {
    return [this.state.of, ' ', this.state.own, this.props.children];
  }
}

const settled = Object.assign(Promise.resolve('there'), {
  status: 'fulfilled',
  value: 'there',
} as const);

function Settled(): ReactNode {
  return use(settled);
}

function Waiting(): ReactNode {
  return use(new Promise<string>(() => undefined));
}

function Updating(): ReactNode {
  const [count, setCount] = useState(0);
  if (count === 0) setCount(1);
  return count;
}

const ids = (...children: ReactNode[]): ReactNode => h(Ids, null, ...children);
const many = Array.from({ length: 40 }, (_, index) => ids(index));
let deep = ids();
for (let depth = 0; depth < 30; depth++) deep = ids(deep, h('i'));

describe('renderHtml', () => {
  // Some cases break React's rules for views. React logs an error for each, and renders it nevertheless.
  beforeAll(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

  it.each<[string, ReactNode]>([
    ['texts', h('p', null, 'a', 1, '', 2n, null, true, h('b', null, 'c'), 'd', 'e')],
    ['texts of components', h('p', null, h(Settled), h(Settled), ' and')],
    ['what HTML would read', h('p', { title: `<"&'>` }, `<script>"it's" & more</script>`)],
    ['numbers and flags', h('td', { colSpan: 2, rowSpan: 0, hidden: true, draggable: false })],
    ['counts', h('textarea', { rows: 0, cols: 3, maxLength: 0, defaultValue: 'a' })],
    ['no values', h('a', { href: '', title: '', onClick: () => 0, className: undefined })],
    ['no address', h('form', { action: '' }, h('area', { href: '' }))],
    [
      'data and ARIA',
      h('p', { 'aria-hidden': false, 'aria-label': '', 'data-a': true, lang: true }),
    ],
    ['an address', h('a', { href: '/issues?a=1&b=2', download: true, rel: 'noreferrer' })],
    ['a button', h('button', { name: 'n', formAction: '/a?b', value: 1, disabled: true }, 'b')],
    ['a form', h('form', { target: 't', method: 'post', action: '/a', noValidate: true }, 'x')],
    ['a field', h('input', { value: 'v', name: 'n', type: 'text', autoFocus: true, min: 0 })],
    ['a box', h('input', { type: 'checkbox', defaultChecked: true, name: 'c', value: 'd' })],
    ['a box that is not', h('input', { checked: false, readOnly: true, defaultValue: '' })],
    ['lines', [h('pre', null, '\na'), h('pre', null, '\na', 'b'), h('textarea', { value: '\n<' })]],
    ['an empty area', h('textarea')],
    ['flags and elements of before', h('iframe', { seamless: true }, h('keygen'))],
    ['HTML as it is', h('div', { dangerouslySetInnerHTML: { __html: '<b>&</b>' } })],
    ['any iterable', h('p', null, new Set(['a', h('hr', { key: 'hr' }), 'b']))],
    ['a drawing', h('svg', { viewBox: '0 0' }, h('title', null, 'a<'), h('g', { strokeWidth: 2 }))],
    [
      'hooks and contexts',
      h(Word, { value: 'some' }, h(Hooks), h(Word, { value: 'other' }, h(Hooks)), h(Hooks)),
    ],
    ['a class', h(Boundary, { of: 'it' }, ids())],
    ['memo', h(Memoized, { text: 't' })],
    ['what has settled', h('p', null, 'a', h(Suspense, null, 'b', h(Settled)), 'c')],
    [
      'what is hidden',
      ['a', h(Activity, null, 'b'), h(Activity, { mode: 'hidden', children: 'c' }), 'd'],
    ],
    ['ids', ids(ids(), h(Fragment, null, ids()), [ids(ids())])],
    ['many ids', ids(many, ids(ids(many), h('div', null, many)))],
    ['deep ids', deep],
    [
      'a select',
      h(
        'select',
        { defaultValue: 'b' },
        h('option', { value: 'a' }, 'A'),
        h('optgroup', { label: 'g' }, h('option', null, 'b'), h('option', { value: 1 }, 'one', 1)),
      ),
    ],
  ])('gives what React gives: %s', (_name, tree) => {
    expect(renderHtml(tree)).toBe(renderToString(tree));
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('gives what React gives of any tree: %i', (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 40; round++) {
      const tree = growTree(random, 6);
      expect(renderHtml(tree)).toBe(renderToString(tree));
    }
  });

  it.each<[string, ReactNode]>([
    ['a style', h('p', { style: { color: 'red' } })],
    ['a function as the action of a form', h('form', { action: () => undefined })],
    ['a title of the document', h('title', null, 't')],
    ['a title of parts', h('svg', null, h('title', null, 'a', 1))],
    [
      'HTML and children',
      h('p', { dangerouslySetInnerHTML: { __html: 'a' }, children: 'b' } as object),
    ],
    ['what is no HTML', h('p', { dangerouslySetInnerHTML: '' } as object)],
    ['HTML in an area', h('textarea', { dangerouslySetInnerHTML: { __html: 'a' } } as object)],
    ['an image', h('img', { src: '/a.png', alt: '' })],
    ['an address that runs a script', h('a', { href: ' java\nscript:alert(1)' })],
    ['an attribute that is in no list', h('circle', { strokeMiterlimit: 1 })],
    ['what waits', h(Suspense, null, h(Waiting))],
    ['an update while rendering', h(Updating)],
  ])('leaves to React: %s', (_name, tree) => {
    expect(() => renderHtml(tree)).toThrow(UnknownToHtml);
  });

  it('throws what a component throws, and leaves contexts and hooks as they were', () => {
    const error = new Error('broken');
    const Broken = (): never => {
      throw error;
    };
    expect(() => renderHtml(h(Word, { value: 'somebody' }, h(Broken)))).toThrow(error);
    expect(renderHtml(h(Hooks))).toBe(renderToString(h(Hooks)));
    expect(renderHtml(h(Hooks))).toContain('nobody');
  });
});

/** Numbers from 0 to below 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const TEXTS = ['', 'a', ' ', '&', '"', `'`, '<>', 'é😀', '\n', '0'];
const ATTRIBUTES = ['title', 'className', 'href', 'tabIndex', 'hidden', 'aria-label', 'role'];
const VALUES = ['', 'x', `<"'>`, 0, 1, true, false, null, undefined, () => 0];
const TAGS = ['div', 'p', 'a', 'span', 'li', 'td', 'pre', 'button', 'svg', 'option'];
const KINDS = ['element', 'element', 'void', 'list', 'ids', 'context', 'class', 'part', 'memo'];

/** A tree of any elements, components and texts. */
function growTree(random: () => number, depth: number): ReactNode {
  const pick = <Thing>(things: readonly Thing[]): Thing =>
    things[Math.floor(random() * things.length)] as Thing;
  const grow = (): ReactNode[] =>
    Array.from({ length: Math.floor(random() * 4) }, () => growTree(random, depth - 1));
  const pickProps = (): object =>
    Object.fromEntries([0, 1, 2].map(() => [pick(ATTRIBUTES), pick(VALUES)]));
  if (depth === 0 || random() < 0.2) return pick([...TEXTS, 7, null, false, undefined]);
  const kinds: Record<string, () => ReactNode> = {
    element: () => h(pick(TAGS), pickProps(), ...grow()),
    void: () => h(pick(['hr', 'br', 'input']), pickProps()),
    list: grow,
    ids: () => ids(...grow()),
    context: () => h(Word, { value: pick(TEXTS) }, ...grow(), h(Hooks)),
    class: () => h(Boundary, { of: pick(TEXTS) }, ...grow()),
    part: () => h(pick([Fragment, Activity, Suspense]), null, ...grow()),
    memo: () => h(Memoized, { text: pick(TEXTS) }),
  };
  return kinds[pick(KINDS)]?.();
}
