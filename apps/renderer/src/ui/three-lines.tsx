import type { ReactNode } from 'react';

/** Texts up to these lengths take little more room than three lines and *All*. */
const SHORT_LENGTH = 300;
const SHORT_LINES = 5;

/** Shows three lines of a long text, and all of it while *All* is ticked, also without scripts. */
export function ThreeLines({
  text,
  className,
}: {
  readonly text: string;
  readonly className: string;
}): ReactNode {
  const shown = (
    <p className={`wrap-anywhere whitespace-pre-wrap ${className}`}>
      <bdi translate="no">{text}</bdi>
    </p>
  );
  if (text.length <= SHORT_LENGTH && text.split('\n').length <= SHORT_LINES) return shown;
  return (
    <div className="three-lines">
      {shown}
      <label>
        <input type="checkbox" className="sr-only" autoComplete="off" />
        All<span className="sr-only"> of the message</span>
      </label>
    </div>
  );
}
