import type { DeferredOutcome } from '#page-protocol';
import { createElement, use } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useApplication } from './context.ts';

/**
 * Shows the outcome's view in place of a deferred datum. `inPlace` tells the view that the page
 * around it stays.
 */
export function OutcomeInPlace({ outcome }: { readonly outcome: DeferredOutcome }): ReactNode {
  return <NamedView name={outcome.view} props={{ ...(outcome.data as object), inPlace: true }} />;
}

/** Waits for the view's code when it has not been loaded. */
export function NamedView({
  name,
  props,
}: {
  readonly name: string;
  readonly props: object;
}): ReactNode {
  const { views } = useApplication();
  const view = views.find(name) ?? use(views.load(name));
  return createElement(view as ComponentType<object>, props);
}
