import type { ComponentProps, ReactNode } from 'react';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  /** The one thing that a form is for. */
  readonly isPrimary?: boolean;
}

/** Sends its form unless it has another type. */
export function Button({ isPrimary = false, type = 'submit', ...rest }: ButtonProps): ReactNode {
  return (
    <button {...rest} type={type} className={isPrimary ? 'button button-primary' : 'button'} />
  );
}
