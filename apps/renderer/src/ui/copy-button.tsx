import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

const SHOWN_MS = 2000;

const never = (): (() => void) => () => undefined;

/** Copies a text. There only where it works: after hydration, in a secure context. */
export function CopyButton({
  text,
  label,
}: {
  readonly text: string;
  /** What is copied: `DSN`. */
  readonly label: string;
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
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      className="shrink-0 px-2 text-xs text-faint hover:text-ink disabled:invisible pointer-coarse:min-h-11 pointer-coarse:min-w-11 print:hidden"
    >
      {copied ? 'copied' : 'copy'}
    </button>
  );
}
