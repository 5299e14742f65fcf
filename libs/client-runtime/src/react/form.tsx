import type { ReactNode } from 'react';
import { ActionForm } from './action-form.tsx';
import type { ActionFormProps } from './action-form.tsx';
import { GetForm } from './get-form.tsx';
import type { GetFormProps } from './get-form.tsx';

/**
 * Props of `Form`, for components that wrap it.
 *
 * ```tsx
 * export function NotedForm({ children, ...form }: FormProps): ReactNode {
 *   return <Form {...form}>{children}</Form>;
 * }
 * ```
 */
export type FormProps = GetFormProps | ActionFormProps;

/**
 * A form that leads to a page (`method="get"`) or runs an action of a page, also without scripts.
 *
 * ```tsx
 * <Form method="get" action="/issues" role="search">
 *   <input name="query" />
 * </Form>
 * <Form action="rename">
 *   <input name="name" />
 * </Form>
 * ```
 */
export function Form(props: FormProps): ReactNode {
  return props.method === 'get' ? <GetForm {...props} /> : <ActionForm {...props} />;
}
