import { createContext, createElement, use } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createWaitingCode } from '../code/waiting-code.ts';
import type { Gate } from '../hydration/gate.ts';

type Views = Readonly<Record<string, ComponentType<object>>>;

/**
 * The gate of the part around a view. Each part keeps one gate for good, because a changed context
 * would empty the parts inside it that still wait.
 */
export const GateContext = createContext<Gate | undefined>(undefined);

/**
 * Returns a function that gives the views of a module, whose code loads when a view first renders.
 * Where the server's HTML stands, missing code leaves it there. A view that fails to load elsewhere
 * throws. The build calls this function for modules named `*.waiting.tsx`.
 */
export function createWaitingViews(
  importCode: () => Promise<Views>,
): (name: string) => ComponentType<object> {
  const code = createWaitingCode(importCode);
  return (name) =>
    function WaitingView(props): ReactNode {
      const asked = code.load();
      const views = code.find() ?? use(use(GateContext)?.isHydrating ? code.arrival : asked);
      return createElement(views[name] as ComponentType<object>, props);
    };
}
