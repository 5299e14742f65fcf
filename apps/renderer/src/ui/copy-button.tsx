import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

const SHOWN_MS = 2000;

const never = (): (() => void) => () => undefined;

const writeText = (text: string): Promise<void> => navigator.clipboard.writeText(text);

/** Visible only where copying works: after hydration, in a secure context. */
export function CopyButton({
  text,
  label,
  words = 'copy',
  write = writeText,
}: {
  readonly text: string;
  readonly label: string;
  readonly words?: string;
  readonly write?: (text: string) => Promise<void>;
}): ReactNode {
  const [copied, setCopied] = useState(false);
  const works = useSyncExternalStore(
    never,
    () => Boolean(navigator.clipboard),
    () => false,
  );
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      disabled={!works}
      aria-label={copied ? `${label} copied` : `Copy ${label}`}
      onClick={() => void write(text).then(() => setCopied(true))}
      className="shrink-0 px-2 text-xs text-faint hover:text-ink disabled:invisible pointer-coarse:min-h-11 pointer-coarse:min-w-11 print:hidden"
    >
      {copied ? 'copied' : words}
    </button>
  );
}
