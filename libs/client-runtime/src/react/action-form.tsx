import { actionParameter } from '#shared';
import type { ComponentProps, ReactNode } from 'react';
import { useWhereabouts } from './context.ts';

export interface ActionFormProps extends Omit<ComponentProps<'form'>, 'action' | 'method'> {
  /** Name of an action of the page that the form is on. */
  readonly name: string;
}

/** A form that an action of its page answers, at the page's own address: the browser sends it, with scripts or without. */
export function ActionForm({ name, ...rest }: ActionFormProps): ReactNode {
  const [address = ''] = useWhereabouts().address.split('#');
  const separator = address.includes('?') ? '&' : '?';
  return (
    <form {...rest} method="post" action={`${address}${separator}${actionParameter}=${name}`} />
  );
}
