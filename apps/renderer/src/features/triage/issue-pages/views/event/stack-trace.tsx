import { findFailingFrame } from '#shared';
import type { StackFrame } from '#shared';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import { foldFrames } from './fold-frames.ts';
import type { TraceItem } from './fold-frames.ts';
import { nameLibraries } from './library-names.ts';
import { FrameRow } from './stack-frame.tsx';

const LINES_SHOWN = 24;

interface StackTraceProps {
  /** Outermost call first, as SDKs send them. */
  readonly frames: readonly StackFrame[];
  readonly failingId: string;
}

export function StackTrace({ frames, failingId }: StackTraceProps): ReactNode {
  const failing = findFailingFrame(frames);
  const items = foldFrames(frames, failing);
  // A single further line is shown, since a fold would not be shorter.
  const end = items.length === LINES_SHOWN + 1 ? items.length : LINES_SHOWN;
  const [shown, older] = [items.slice(0, end), items.slice(end)];
  const trace = { failing, failingId };
  return (
    <>
      <TraceItems items={shown} {...trace} />
      {older.length > 0 && (
        <Disclosure
          className="border-t border-rule text-sm text-quiet"
          summary={formatQuantity(countFrames(older), 'older frame')}
        >
          <TraceItems items={older} {...trace} />
        </Disclosure>
      )}
    </>
  );
}

interface TraceItemsProps {
  readonly items: readonly TraceItem[];
  readonly failing: StackFrame | undefined;
  readonly failingId: string;
}

function TraceItems({ items, failing, failingId }: TraceItemsProps): ReactNode {
  return (
    <ol>
      {items.map((item, index) => (
        <li key={index} className="border-t border-rule first:border-t-0">
          {item.kind === 'frame' ? (
            <FrameRow
              frame={item.frame}
              {...(item.frame === failing && { open: true, id: failingId })}
            />
          ) : (
            <FoldedFrames item={item} />
          )}
        </li>
      ))}
    </ol>
  );
}

function FoldedFrames({
  item,
}: {
  readonly item: Extract<TraceItem, { readonly frames: unknown }>;
}): ReactNode {
  return (
    <Disclosure
      summary={
        <span className="text-xs wrap-anywhere text-faint">
          {item.kind === 'library' ? nameLibraries(item.frames) : sayRepeats(item)}
        </span>
      }
    >
      <ol className="border-t border-rule pl-4">
        {item.frames.map((frame, index) => (
          <li key={index}>
            <FrameRow frame={frame} />
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

function sayRepeats({ calls, times }: Extract<TraceItem, { readonly kind: 'repeats' }>): string {
  const said = `repeated ${formatQuantity(times, 'time')}`;
  return calls === 1 ? said : `the ${calls} calls above, ${said}`;
}

function countFrames(items: readonly TraceItem[]): number {
  return items.reduce((sum, item) => sum + (item.kind === 'frame' ? 1 : item.frames.length), 0);
}
