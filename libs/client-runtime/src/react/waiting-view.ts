import { createElement, use } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createWaitingCode } from '../code/waiting-code.ts';

type Views = Readonly<Record<string, ComponentType<object>>>;

/**
 * Returns a function that gives the views of a module, whose code loads when a view first renders.
 * The build calls it for modules named `*.waiting.tsx`.
 */
export function createWaitingViews(
  importCode: () => Promise<Views>,
): (name: string) => ComponentType<object> {
  const code = createWaitingCode(importCode);
  return (name) =>
    function WaitingView(props): ReactNode {
      const views = code.find() ?? use(code.load());
      return createElement(views[name] as ComponentType<object>, props);
    };
}
