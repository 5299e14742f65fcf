import type { ReactNode } from 'react';
import { SnippetBlock } from '../../../../ui/snippet-block.tsx';
import type { Snippet } from '../crons.dto.ts';

export function Snippets({ snippets }: { readonly snippets: readonly Snippet[] }): ReactNode {
  return (
    <div className="max-w-3xl">
      {snippets.map(({ title, code }) => (
        <SnippetBlock key={title} file={title} code={code} />
      ))}
    </div>
  );
}
