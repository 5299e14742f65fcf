import { useId } from 'react';
import type { ReactNode } from 'react';

interface ConfirmProps {
  readonly label: ReactNode;
  /** Text that only screen readers get, after the label. A page may have several such buttons. */
  readonly of?: string;
  readonly question: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/**
 * Asks before an action that cannot be undone. The browser opens the popover without scripts, moves
 * the focus in, closes the popover on Escape or a click outside, and gives the focus back.
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
        // Stays open until the action is done, because the form shows its progress. The runtime
        // resets a form that is done.
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
 * Sets `autofocus`, which React leaves out when it creates the element in the browser. The browser
 * needs the attribute to find the button when the popover opens.
 */
function keepAutoFocus(button: HTMLButtonElement | null): void {
  button?.setAttribute('autofocus', '');
}
