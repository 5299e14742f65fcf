import type { ReactNode } from 'react';

interface RulePartProps {
  readonly id: string;
  /** The word of the sentence that the fields answer. */
  readonly word: string;
  readonly children: ReactNode;
}

/** One part of a rule's sentence: its word, and the fields beside it, on phones below it. */
export function RulePart({ id, word, children }: RulePartProps): ReactNode {
  return (
    <fieldset
      aria-labelledby={`${id}-word`}
      className="grid min-w-0 gap-x-6 gap-y-2 border-t border-rule py-4 sm:grid-cols-[5rem_minmax(0,32rem)]"
    >
      <h2 id={`${id}-word`} className="text-base">
        {word}
      </h2>
      <div className="grid gap-3">{children}</div>
    </fieldset>
  );
}
