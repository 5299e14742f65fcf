import type { DeferredOutcome } from '#shared';
import { createElement, use } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useApplication } from './context.ts';

/**
 * Shows the outcome's view in place of a deferred datum, and the view of a part at its place.
 * `inPlace` tells the view that the page around it stays.
 */
export function OutcomeInPlace({
  outcome,
}: {
  readonly outcome: Pick<DeferredOutcome, 'view' | 'data'>;
}): ReactNode {
  const { views } = useApplication();
  const view = views.find(outcome.view) ?? use(views.load(outcome.view));
  const props = { ...(outcome.data as object), inPlace: true };
  return createElement(view as ComponentType<object>, props);
}
