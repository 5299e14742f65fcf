import { PartsAt } from '#client-runtime';
import type { StackFrame } from '#shared';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { Facts } from '../../../../../ui/facts.tsx';
import { JsonText } from '../../../../../ui/json-value.tsx';
import { FrameContext } from '../../../../recording/issue-page/views/index.ts';
import type { SourceLine } from '../../../../recording/issue-page/views/index.ts';
import { formatLocation, toFrameWords } from './frame-location.ts';
import type { FrameWords } from './frame-location.ts';
import { ShownEventContext } from './raw-links.tsx';
import { SourceCode } from './source-code.tsx';
import { toSourceLines } from './source-lines.ts';

interface FrameRowProps {
  readonly frame: StackFrame;
  readonly open?: boolean;
  readonly id?: string;
}

export function FrameRow({ frame, open = false, id }: FrameRowProps): ReactNode {
  const words = toFrameWords(frame);
  const lines = toSourceLines(frame);
  const item = useContext(ShownEventContext).frames.indexOf(frame);
  const line = <FrameLine frame={frame} words={words} item={item} />;
  return (
    <FrameContext value={{ place: words.place, lines }}>
      {frame.contextLine === undefined && !hasVars(frame) ? (
        <div id={id} className="py-1 pl-4">
          {line}
        </div>
      ) : (
        <Disclosure id={id} open={open} summary={line}>
          <div className={hasVars(frame) ? 'code-before-variables' : undefined}>
            <SourceCode frame={frame} item={item} />
            {hasVars(frame) && <Variables vars={frame.vars} lines={lines} />}
          </div>
        </Disclosure>
      )}
    </FrameContext>
  );
}

type WithVars = StackFrame & { readonly vars: NonNullable<StackFrame['vars']> };

function hasVars(frame: StackFrame): frame is WithVars {
  return Object.keys(frame.vars ?? {}).length > 0;
}

function Variables({
  vars,
  lines,
}: Pick<WithVars, 'vars'> & { readonly lines: readonly SourceLine[] }): ReactNode {
  const { platform } = useContext(ShownEventContext);
  return (
    <div className="bg-raised px-3 pt-1 pb-2">
      <div className="flex items-center justify-between text-xs text-faint">
        <h4 className="py-1">Variables</h4>
        {lines.some(({ isFar }) => isFar) && (
          <label className="all-lines">
            <input type="checkbox" className="sr-only" autoComplete="off" />
            {`All ${lines.length} lines`}
          </label>
        )}
      </div>
      <Facts
        facts={Object.entries(vars).map(([name, value]) => [
          name,
          <JsonText key={name} value={value} areReprs={platform === 'python'} />,
        ])}
      />
    </div>
  );
}

function FrameLine({
  frame,
  words: { name, place, image },
  item,
}: {
  readonly frame: StackFrame;
  readonly item: number;
  readonly words: FrameWords;
}): ReactNode {
  return (
    <span
      className={`block font-mono text-xs wrap-anywhere ${frame.inApp ? '' : 'text-faint'}`}
      title={frame.absPath ?? frame.package ?? formatLocation(frame)}
    >
      <span className={frame.inApp ? 'font-semibold' : ''}>{name}</span>{' '}
      <PartsAt place="frame" item={item}>
        <bdi className={frame.inApp ? 'text-quiet' : ''}>{place}</bdi>
      </PartsAt>
      {image !== undefined && <span className="text-faint">{` in ${image}`}</span>}
    </span>
  );
}
