import type { ReactNode } from 'react';
import { Button } from '../../../../../ui/forms/button.tsx';
import type { SteadyRows } from './steady-rows.ts';

/** Says how the list has changed since it was put in order, and puts it in order again. Its place is kept while there is nothing to say. */
export function WhatIsNew({ newer, changed, show }: Omit<SteadyRows, 'rows'>): ReactNode {
  const words = [newer > 0 && `${newer} new`, changed > 0 && `${changed} changed`].filter(Boolean);
  const all = words.join(', ');
  return (
    <div className="list-news">
      {words.length > 0 && (
        <>
          <span className="max-sm:hidden">{all}</span>
          <Button type="button" onClick={show} aria-label={`Show ${all}`}>
            <span className="max-sm:hidden">Show</span>
            <span className="sm:hidden">{words[0]}</span>
          </Button>
        </>
      )}
    </div>
  );
}
