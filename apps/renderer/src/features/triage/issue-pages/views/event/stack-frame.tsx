import type { StackFrame } from '#shared';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { Facts } from '../../../../../ui/facts.tsx';
import { JsonText } from '../../../../../ui/json-value.tsx';
import { formatLocation, toFrameWords } from './frame-location.ts';
import { PartsOfFrame } from './parts-of-frame.tsx';
import { ShownEventContext } from './raw-links.tsx';
import { SourceCode } from './source-code.tsx';
import { toSourceLines } from './source-lines.ts';

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
