import { RetryLink } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../../ui/forms/button.tsx';
import { listHeadingId } from './steady-rows.ts';
import type { SteadyRows } from './steady-rows.ts';

interface WhatIsNewProps extends Omit<SteadyRows, 'rows'> {
  readonly isFailing: boolean;
}

/** The element takes up its space even while the list is unchanged. */
export function WhatIsNew({ newer, changed, gone, show, isFailing }: WhatIsNewProps): ReactNode {
  const words = [
    newer > 0 && `${newer} new`,
    gone.size > 0 && `${gone.size} gone`,
    changed > 0 && `${changed} changed`,
  ].filter(Boolean);
  const all = words.join(', ');
  const isChanged = words.length > 0;
  return (
    <div className="list-news">
      {/* Screen readers announce the change without its numbers, which may change every few seconds. */}
      <span role="status" className="sr-only">
        {isFailing && 'The list cannot be loaded again.'}
        {isChanged && !isFailing && 'The list has changed.'}
      </span>
      {isFailing && (
        <>
          <span>Not up to date</span>
          <RetryLink className="button no-underline" />
        </>
      )}
      {isChanged && !isFailing && (
        <>
          <span className="max-sm:hidden">{all}</span>
          <Button
            type="button"
            onClick={() => {
              // Showing the list removes the focused button, so the heading takes the focus.
              document.getElementById(listHeadingId)?.focus({ preventScroll: true });
              show();
            }}
            aria-label={`Show ${all}`}
          >
            <span className="max-sm:hidden">Show</span>
            <span className="sm:hidden">{words[0]}</span>
          </Button>
        </>
      )}
    </div>
  );
}
