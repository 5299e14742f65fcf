import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

export function ShellCommand({ command }: { readonly command: string }): ReactNode {
  return (
    <div className="mt-1 flex items-start gap-2">
      <code
        translate="no"
        className="block min-w-0 bg-raised px-2 py-1 font-mono text-xs wrap-anywhere whitespace-pre-wrap select-all"
      >
        {command}
      </code>
      <CopyButton text={command} label="command" />
    </div>
  );
}
