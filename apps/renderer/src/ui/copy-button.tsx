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
  const [ending, setEnding] = useState<'copied' | 'not copied'>();
  const works = useSyncExternalStore(
    never,
    () => Boolean(navigator.clipboard),
    () => false,
  );
  useEffect(() => {
    if (ending !== 'copied') return undefined;
    const timer = setTimeout(() => setEnding(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [ending]);
  return (
    <button
      type="button"
      disabled={!works}
      aria-label={ending ? `${label} ${ending}` : `Copy ${label}`}
      onClick={() =>
        void write(text).then(
          () => setEnding('copied'),
          () => setEnding('not copied'),
        )
      }
      className="shrink-0 px-2 text-xs text-faint hover:text-ink disabled:invisible pointer-coarse:min-h-11 pointer-coarse:min-w-11 print:hidden"
    >
      {ending ?? words}
    </button>
  );
}

/** Copies the answer of an address, for the `write` of a button whose text is this address. */
export async function copyAnswer(address: string): Promise<void> {
  // Safari allows copying only during the click, so the clipboard gets a promise of the text.
  const text = fetch(address).then((answer) =>
    answer.ok ? answer.text() : Promise.reject(answer),
  );
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
}
