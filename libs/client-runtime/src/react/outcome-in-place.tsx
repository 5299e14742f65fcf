import type { DeferredOutcome } from '#shared';
import { createElement } from 'react';
import type { ReactNode } from 'react';
import { useView } from './views-context.ts';

/** What a deferred datum ended in, shown where the datum would stand: the outcome's view, told that it is not alone. */
export function OutcomeInPlace({ outcome }: { readonly outcome: DeferredOutcome }): ReactNode {
  const props: object = { ...(outcome.data as object), inPlace: true };
  return createElement(useView(outcome.view), props);
}
