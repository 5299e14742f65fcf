import type { ReactNode } from 'react';
import { CodeRegion } from '../../../../ui/code-region.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import type { Snippet } from '../getting-started.dto.ts';

export function SnippetBlock({ file, code }: Snippet): ReactNode {
  return (
    <figure className="my-2 bg-raised">
      <figcaption className="flex min-h-8 items-center justify-between gap-2 border-b border-rule pl-3 text-xs text-quiet">
        <span className="min-w-0 wrap-anywhere">{file}</span>
        <CopyButton text={code} label={file} />
      </figcaption>
      <CodeRegion label={file} className="overflow-x-auto px-3 py-2 font-mono text-sm">
        {code}
      </CodeRegion>
    </figure>
  );
}
