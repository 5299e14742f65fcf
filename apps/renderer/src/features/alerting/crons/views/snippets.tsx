import type { ReactNode } from 'react';
import { CodeRegion } from '../../../../ui/code-region.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import type { Snippet } from '../crons.dto.ts';

export function Snippets({ snippets }: { readonly snippets: readonly Snippet[] }): ReactNode {
  return (
    <ul>
      {snippets.map(({ title, code }) => (
        <li key={title} className="border-t border-rule py-3 first:border-t-0">
          <div className="flex items-center justify-between gap-2">
            <h3 className="text-sm font-semibold">{title}</h3>
            <CopyButton text={code} label={title} />
          </div>
          <CodeRegion label={title} className="overflow-x-auto py-1 font-mono text-xs">
            {code}
          </CodeRegion>
        </li>
      ))}
    </ul>
  );
}
