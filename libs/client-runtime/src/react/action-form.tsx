import type { LinkTarget } from '#shared';
import { useRef } from 'react';
import type { FormHTMLAttributes, ReactNode, SubmitEvent } from 'react';
import { toActionName } from '../actions/action-address.ts';
import { isAside } from '../actions/challenge.ts';
import { FormContext, useApplication, useWhereabouts } from './context.ts';
import { isPlain } from './get-form.tsx';
import { useFormAction } from './use-form-action.ts';

export interface ActionFormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'style'> {
  readonly method?: 'post';
  /** Name of an action of the page that the form is on, or of the one `at` an address. */
  readonly action: string;
  /** An address within the application, from its root: `/sign-in?to=/issues`. */
  readonly at?: LinkTarget;
  /** Left to the browser: what comes of it is another document. */
  readonly reloadDocument?: boolean;
  readonly children?: ReactNode;
}

/**
 * A form that an action answers, at the address of its page. What becomes of it: `useSubmission`, inside or outside
 * of it. Once it is done it is reset, unless something was typed since, or `onReset` prevents it.
 */
export function ActionForm({
  action,
  at,
  reloadDocument,
  onSubmit,
  children,
  ...rest
}: ActionFormProps): ReactNode {
  const { router } = useApplication();
  const { stay } = useWhereabouts();
  /** What the form is known by; and whether it is left to the browser. */
  const source = useRef(false);
  const address = useFormAction(action, at);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    onSubmit?.(event);
    const { currentTarget: form, nativeEvent } = event;
    const button = nativeEvent.submitter as HTMLButtonElement | null;
    const isLeft = source.current || (reloadDocument && !isAside(form));
    const name = toActionName(button?.getAttribute('formaction') ?? address);
    if (event.defaultPrevented || isLeft || !name || !isPlain(button, 'get', rest.target)) return;
    const data = new FormData(form, button);
    const sent = router?.actions.send({ source, stay, name, form, button, data });
    event.preventDefault();
    void sent?.then((ending) => {
      source.current = !ending;
      // Its code did not come.
      if (!ending) form.requestSubmit(button);
    });
  };
  return (
    <form {...rest} method="post" action={address} onSubmit={submit}>
      <FormContext value={source}>{children}</FormContext>
    </form>
  );
}
