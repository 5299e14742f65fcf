import type { DeferredOutcome } from '#shared';
import { createElement, use } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useApplication } from './context.ts';

/** What a deferred datum ended in, shown where the datum would stand: the outcome's view, told that it is not alone. */
export function OutcomeInPlace({ outcome }: { readonly outcome: DeferredOutcome }): ReactNode {
  const { views } = useApplication();
  const view = views.find(outcome.view) ?? use(views.load(outcome.view));
  const props = { ...(outcome.data as object), inPlace: true };
  return createElement(view as ComponentType<object>, props);
}
