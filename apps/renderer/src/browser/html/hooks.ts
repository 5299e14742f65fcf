import * as React from 'react';
import type { ReactNode } from 'react';
import type { TreePath } from './tree-path.ts';
import { UnknownToHtml } from './unknown-to-html.ts';

/** React's hooks call the methods of `H`, its dispatcher. React meant this object for its own renderers alone (ADR 132). */
const internals = (React as unknown as Record<string, { H: unknown }>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];

/** Where React keeps a context's value for its second renderer, which `renderToString` uses as well. */
export const VALUE = '_currentValue2';

export interface KeptContext {
  [VALUE]: unknown;
}

export type FunctionComponent = (props: object, ref?: undefined) => ReactNode;

/** Answers the hooks of the components that are rendered, each of which is called once. */
export class Hooks {
  private idsOfComponent = 0;

  constructor(private readonly path: TreePath) {}

  /** Runs `render` with these hooks, and leaves those that were there. */
  during<Result>(render: () => Result): Result {
    if (!internals) throw new UnknownToHtml('React keeps its hooks elsewhere.');
    const before = internals.H;
    internals.H = this.dispatcher;
    try {
      return render();
    } finally {
      internals.H = before;
    }
  }

  /** What a component returns. */
  call(component: FunctionComponent, props: object): ReactNode {
    this.idsOfComponent = 0;
    return component(props, undefined);
  }

  /** Whether the component called last has an id: its children stand a step deeper then. */
  get hasMadeId(): boolean {
    return this.idsOfComponent > 0;
  }

  /** A hook that is not here, and an update while rendering, fails: React renders such a page. */
  private readonly dispatcher = {
    use: (usable: unknown): unknown => {
      const { status, value } = usable as { status?: unknown; value?: unknown };
      if (isContext(usable)) return usable[VALUE];
      if (status !== 'fulfilled') throw new UnknownToHtml('It waits for something.');
      return value;
    },
    useContext: (context: KeptContext): unknown => context[VALUE],
    useCallback: (callback: unknown): unknown => callback,
    useMemo: (create: () => unknown): unknown => create(),
    useRef: (current: unknown): unknown => ({ current }),
    useState: (initial: unknown): unknown => [
      typeof initial === 'function' ? (initial() as unknown) : initial,
      refuseUpdate,
    ],
    useSyncExternalStore: (_subscribe: unknown, _get: unknown, getOnServer: () => unknown) =>
      getOnServer(),
    useEffect: ignore,
    useLayoutEffect: ignore,
    useInsertionEffect: ignore,
    useId: (): string => {
      const local = this.idsOfComponent++;
      return `_R_${String(this.path)}${local > 0 ? `H${local.toString(32)}` : ''}_`;
    },
  };
}

function isContext(usable: unknown): usable is KeptContext {
  return (usable as { $$typeof?: unknown }).$$typeof === CONTEXT;
}

/** React's mark of a context. */
export const CONTEXT = (React.createContext(undefined) as unknown as { $$typeof: symbol }).$$typeof;

function ignore(): void {}

function refuseUpdate(): never {
  throw new UnknownToHtml('A component updates its state while it is rendered.');
}
