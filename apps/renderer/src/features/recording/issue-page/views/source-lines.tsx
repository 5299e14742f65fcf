import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

export interface SourceLine {
  /** Undefined when the SDK sent code without a line number. */
  readonly number?: number;
  readonly text: string;
  /** Characters before the text that all lines of the frame share, and that the page leaves out. */
  readonly indent: number;
  readonly failing: boolean;
  /**
   * True for lines that phones show only on request, so that the variables fit on the first screen.
   */
  readonly isFar: boolean;
}

export interface ShownFrame {
  /** File and line as the page shows them. May be empty. */
  readonly place: string;
  readonly lines: readonly SourceLine[];
}

/** The frame around a part at `frame` or `code`. */
export const FrameContext = createContext<ShownFrame>({ place: '', lines: [] });

/** Shows the lines of code of the frame around it. `show` may show the text of a line otherwise. */
export function SourceLines({
  renderLine,
}: {
  readonly renderLine?: (line: SourceLine, index: number) => ReactNode;
}): ReactNode {
  const { lines } = useContext(FrameContext);
  // Numbers are padded to the width of the last one, so that the code of all lines begins in the
  // same column.
  const digits = String(lines.at(-1)?.number ?? '').length;
  return lines.map((line, index) => {
    const Line = line.failing ? 'mark' : 'span';
    return (
      <Line
        key={index}
        className={line.isFar ? 'source-line far-line' : 'source-line'}
        data-line={String(line.number ?? '').padStart(digits)}
      >
        {renderLine?.(line, index) || `${line.text}\n`}
      </Line>
    );
  });
}
