import type { ComponentProps, ReactNode } from 'react';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  readonly isPrimary?: boolean;
}

export function Button({ isPrimary = false, type = 'submit', ...rest }: ButtonProps): ReactNode {
  return (
    <button {...rest} type={type} className={isPrimary ? 'button button-primary' : 'button'} />
  );
}
