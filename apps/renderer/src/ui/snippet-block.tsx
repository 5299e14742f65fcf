import type { ReactNode } from 'react';
import { CodeRegion } from './code-region.tsx';
import { CopyButton } from './copy-button.tsx';

interface SnippetBlockProps {
  /** Where the code belongs: a file, a language or a terminal. */
  readonly file: string;
  readonly code: string;
  /** The code with its colours. Defaults to the plain code. */
  readonly children?: ReactNode;
}

export function SnippetBlock({ file, code, children = code }: SnippetBlockProps): ReactNode {
  return (
    <figure className="my-2 bg-raised">
      <figcaption className="flex min-h-8 items-center justify-between gap-2 border-b border-rule pl-3 text-xs text-quiet">
        <span className="min-w-0 wrap-anywhere">{file}</span>
        <CopyButton text={code} label={file} />
      </figcaption>
      <CodeRegion label={file} className="overflow-x-auto px-3 py-2 font-mono text-sm">
        {children}
      </CodeRegion>
    </figure>
  );
}
