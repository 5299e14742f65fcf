import { useId } from 'react';
import type { ReactNode } from 'react';

interface ConfirmProps {
  /** On the button that asks. */
  readonly label: ReactNode;
  /** Behind the label, for who hears it: there are several on the page. */
  readonly of?: string;
  readonly question: string;
  /** The form that does it, with its button. */
  readonly children: ReactNode;
  readonly className?: string;
}

/**
 * Asks before what cannot be undone. A popover: the browser opens it without scripts, moves the focus in, closes
 * it by Escape or a click beside it, and gives the focus back.
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
        // Until then its form says how it goes. One that is done is reset.
        onReset={({ currentTarget }) => currentTarget.hidePopover()}
      >
        <p id={`${id}question`}>{question}</p>
        <div>
          {/* The harmless one has the focus first. */}
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

/** Where React makes the element it leaves the attribute out, by which the browser finds it when the popover opens. */
function keepAutoFocus(button: HTMLButtonElement | null): void {
  button?.setAttribute('autofocus', '');
}
