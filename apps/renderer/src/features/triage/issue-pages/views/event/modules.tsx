import type { NormalisedEvent } from '#shared';
import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { Facts } from '../../../../../ui/facts.tsx';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';

const never = (): (() => void) => () => undefined;

export function Modules({ modules }: Pick<NormalisedEvent, 'modules'>): ReactNode {
  const [sought, setSought] = useState('');
  const works = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!modules) return null;
  const wanted = sought.trim().toLowerCase();
  const found = modules.filter(([name]) => name.toLowerCase().includes(wanted));
  return (
    <FoldSection id="modules" count={modules.length} title="Modules">
      <Disclosure className="text-sm" summary={formatQuantity(modules.length, 'module')}>
        {works && (
          <input
            type="search"
            aria-label="Search modules"
            placeholder="Search"
            value={sought}
            onChange={(event) => setSought(event.target.value)}
            className="text-input my-1"
          />
        )}
        <p role="status" className="text-xs text-faint">
          {wanted !== '' && sayFound(found.length)}
        </p>
        <div className="pt-1 pb-2 pl-4">
          <Facts facts={found.map(([name, version]) => [name, version])} />
        </div>
      </Disclosure>
    </FoldSection>
  );
}

/** Tells screen readers the result, since their users cannot see the list change. */
function sayFound(count: number): string {
  return count === 0
    ? 'No module has that in its name.'
    : `${formatQuantity(count, 'module')} found`;
}
