import type { StackFrame } from '#shared';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { PartsAt } from '#client-runtime/parts';
import { CodeRegion } from '../../../../../ui/code-region.tsx';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { Facts } from '../../../../../ui/facts.tsx';
import { JsonText } from '../../../../../ui/json-value.tsx';
import { FrameContext, SourceLines } from '../../../../recording/issue-page/views/index.ts';
import type { ShownFrame, SourceLine } from '../../../../recording/issue-page/views/index.ts';
import { formatLocation, toFrameWords } from './frame-location.ts';
import { ShownEventContext } from './raw-links.tsx';

/** Lines before and after the failing one that phones always show. */
const NEAR_LINES = 3;

interface FrameRowProps {
  readonly frame: StackFrame;
  readonly open?: boolean;
  readonly id?: string;
}

export function FrameRow({ frame, open = false, id }: FrameRowProps): ReactNode {
  const { platform } = useContext(ShownEventContext);
  const vars = Object.entries(frame.vars ?? {});
  if (frame.contextLine === undefined && vars.length === 0) {
    return (
      <div id={id} className="py-1 pl-4">
        <FrameLine frame={frame} />
      </div>
    );
  }
  const lines = toSourceLines(frame);
  return (
    <Disclosure id={id} open={open} summary={<FrameLine frame={frame} />}>
      <div className={vars.length > 0 ? 'code-before-variables' : undefined}>
        <SourceCode frame={frame} lines={lines} />
        {vars.length > 0 && (
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
              facts={vars.map(([name, value]) => [
                name,
                <JsonText key={name} value={value} areReprs={platform === 'python'} />,
              ])}
            />
          </div>
        )}
      </div>
    </Disclosure>
  );
}

function FrameLine({ frame }: { readonly frame: StackFrame }): ReactNode {
  const { name, place, image } = toFrameWords(frame);
  return (
    <span
      translate="no"
      className={`block font-mono text-xs wrap-anywhere ${frame.inApp ? '' : 'text-faint'}`}
      title={frame.absPath ?? frame.package ?? formatLocation(frame)}
    >
      <span className={frame.inApp ? 'font-semibold' : ''}>{name}</span>{' '}
      <PartsOfFrame at="frame" frame={frame} place={place}>
        <bdi className={frame.inApp ? 'text-quiet' : ''}>{place}</bdi>
      </PartsOfFrame>
      {image !== undefined && <span className="text-faint">{` in ${image}`}</span>}
    </span>
  );
}

interface SourceCodeProps {
  readonly frame: StackFrame;
  readonly lines: readonly SourceLine[];
}

/** Only this region of the page scrolls sideways, so the keyboard must be able to focus it. */
function SourceCode({ frame, lines }: SourceCodeProps): ReactNode {
  if (lines.length === 0) return null;
  return (
    <CodeRegion label={`Source of ${formatLocation(frame)}`} className="source bg-raised py-1">
      <PartsOfFrame at="code" frame={frame} lines={lines}>
        <SourceLines />
      </PartsOfFrame>
    </CodeRegion>
  );
}

interface PartsOfFrameProps extends Partial<ShownFrame> {
  readonly at: 'frame' | 'code';
  readonly frame: StackFrame;
  readonly children: ReactNode;
}

/** Shows the parts of a frame, or `children` when there are none. */
function PartsOfFrame({
  at,
  frame,
  place = '',
  lines = [],
  children,
}: PartsOfFrameProps): ReactNode {
  const { frames } = useContext(ShownEventContext);
  return (
    <FrameContext value={{ place, lines }}>
      <PartsAt place={at} item={frames.indexOf(frame)}>
        {children}
      </PartsAt>
    </FrameContext>
  );
}

export function toSourceLines(frame: StackFrame): readonly SourceLine[] {
  if (frame.contextLine === undefined) return [];
  const before = frame.preContext ?? [];
  const lines = [...before, frame.contextLine, ...(frame.postContext ?? [])];
  const indent = findSharedIndent(lines);
  return lines.map((line, index) => {
    return {
      number: frame.line !== undefined ? frame.line - before.length + index : undefined,
      text: line.slice(indent).trimEnd(),
      indent,
      failing: index === before.length,
      isFar: Math.abs(index - before.length) > NEAR_LINES,
    };
  });
}

function findSharedIndent(lines: readonly string[]): number {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^[ \t]*/.exec(line)![0]);
  const [first = ''] = indents;
  return indents.reduce(sharedPrefix, first).length;
}

function sharedPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}
