import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Facts } from '../../../../ui/facts.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import type {
  ExplainedStack,
  FrameRun,
  GroupingExplanation,
  GroupingProps,
} from '../grouping.dto.ts';
import { FoldSection } from '../../issue-page/views/index.ts';

export function Part({ summary, notes, explanation }: GroupingProps): ReactNode {
  return (
    <FoldSection id="why-grouped" title="Why grouped">
      <Disclosure className="text-sm" summary={<span className="wrap-anywhere">{summary}</span>}>
        <div className="pt-1 pb-2 pl-4">
          {notes.map((note) => (
            <p key={note} className="max-w-prose pb-2 text-quiet">
              {note}
            </p>
          ))}
          {explanation && <Explanation explanation={explanation} />}
        </div>
      </Disclosure>
    </FoldSection>
  );
}

function Explanation({
  explanation: { parts, stacks, omitted },
}: {
  readonly explanation: GroupingExplanation;
}): ReactNode {
  return (
    <>
      <Facts
        facts={parts.map(([name, texts]) => [name, <Texts key={name} texts={texts} />] as const)}
      />
      {stacks.map((stack, index) => (
        <Stack key={index} stack={stack} />
      ))}
      {omitted !== undefined && (
        <p className="pt-2 text-faint">{`This page leaves out ${formatQuantity(omitted, 'part or frame', 'parts and frames')}.`}</p>
      )}
    </>
  );
}

function Texts({ texts }: { readonly texts: readonly string[] }): ReactNode {
  return texts.map((text, index) => (
    <bdi translate="no" key={index} className="block font-mono text-xs">
      {text}
    </bdi>
  ));
}

function Stack({ stack: { type, runs } }: { readonly stack: ExplainedStack }): ReactNode {
  return (
    <>
      <h3 className="pt-3 text-sm font-normal text-faint wrap-anywhere">
        {type === '' ? 'Frames, newest first' : `Frames of ${type}, newest first`}
      </h3>
      <ol>
        {runs.map((run, index) => (
          <Run key={index} run={run} />
        ))}
      </ol>
    </>
  );
}

function Run({ run: { why, calls, more } }: { readonly run: FrameRun }): ReactNode {
  const isCounted = why === undefined;
  return (
    <li className={`border-l-2 pl-2 ${isCounted ? 'border-ink' : 'border-rule'}`}>
      <p className={`pt-1 text-xs ${isCounted ? 'font-semibold' : 'text-faint'}`}>
        {isCounted ? 'Counts' : `Does not count: ${why}`}
      </p>
      {calls.map((call, index) => (
        <bdi
          translate="no"
          key={index}
          className={`block font-mono text-xs wrap-anywhere ${isCounted ? '' : 'text-faint'}`}
        >
          {call}
        </bdi>
      ))}
      {more !== undefined && (
        <p className="text-xs text-faint">{`and ${formatQuantity(more, 'older frame')}`}</p>
      )}
    </li>
  );
}
