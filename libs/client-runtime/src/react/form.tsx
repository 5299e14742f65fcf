import type { ReactNode } from 'react';
import { ActionForm } from './action-form.tsx';
import type { ActionFormProps } from './action-form.tsx';
import { GetForm } from './get-form.tsx';
import type { GetFormProps } from './get-form.tsx';

export type FormProps = GetFormProps | ActionFormProps;

/** A form that leads to a page (`method="get"`), or has a page do something: the same form without scripts. */
export function Form(props: FormProps): ReactNode {
  return props.method === 'get' ? <GetForm {...props} /> : <ActionForm {...props} />;
}
