import { useId } from 'react';
import type { ReactNode } from 'react';

interface ConfirmProps {
  readonly label: ReactNode;
  /** Text that screen readers read after the label. Distinguishes buttons with the same label. */
  readonly of?: string;
  readonly question: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/**
 * Asks before an action that cannot be undone. The popover works without scripts, because the
 * browser itself moves the focus, and closes the popover on Escape or a click outside.
 */
export function Confirm({
  label,
  of,
  question,
  children,
  className = 'button',
}: ConfirmProps): ReactNode {
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id} aria-haspopup="dialog" className={className}>
        {label}
        {of !== undefined && <span className="sr-only">{` ${of}`}</span>}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}question`}
        className="confirm"
        // The runtime resets the form after success. Until that moment, the popover stays open and
        // shows the progress.
        onReset={({ currentTarget }) => currentTarget.hidePopover()}
      >
        <p id={`${id}question`}>{question}</p>
        <div>
          {/* The harmless button gets the focus first. */}
          <button
            autoFocus
            ref={keepAutoFocus}
            type="button"
            className="button"
            popoverTarget={id}
            popoverTargetAction="hide"
          >
            Cancel
          </button>
          {children}
        </div>
      </div>
    </>
  );
}

/**
 * Sets the attribute `autofocus`, which React omits in the browser. When the popover opens, the
 * browser focuses the button that has this attribute.
 */
function keepAutoFocus(button: HTMLButtonElement | null): void {
  button?.setAttribute('autofocus', '');
}
