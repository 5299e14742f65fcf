import type { LinkTarget } from '#page-protocol';
import { useRef } from 'react';
import type { FormHTMLAttributes, ReactNode, SubmitEvent } from 'react';
import { toActionName } from '../actions/action-address.ts';
import { isInSignInDialog } from '../actions/challenge.ts';
import { FormContext, useApplication, usePlacedPage } from './context.ts';
import { isPlain } from './get-form.tsx';
import { useFormAction } from './use-form-action.ts';

export interface ActionFormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'style'> {
  readonly method?: 'post';
  /** Name of an action of the form's page, or of the page at `at`. */
  readonly action: string;
  readonly at?: LinkTarget;
  /** Leaves the form to the browser, because the result is another document. */
  readonly reloadDocument?: boolean;
  readonly children?: ReactNode;
}

/**
 * A form whose action the server runs. `useSubmission` returns its progress. After success the form
 * is reset, unless something was typed since or `onReset` prevents it.
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
  const { stay } = usePlacedPage();
  /** Identifies the form. The value is true once the browser has to submit the form itself. */
  const source = useRef(false);
  const address = useFormAction(action, at);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    onSubmit?.(event);
    const { currentTarget: form, nativeEvent } = event;
    const button = nativeEvent.submitter as HTMLButtonElement | null;
    const isLeft = source.current || (reloadDocument && !isInSignInDialog(form));
    const name = toActionName(button?.getAttribute('formaction') ?? address);
    if (event.defaultPrevented || isLeft || !name || !isPlain(button, 'get', rest.target)) return;
    const data = new FormData(form, button);
    const sent = router?.actions.send({ source, stay, name, form, button, data });
    event.preventDefault();
    void sent?.then((ending) => {
      source.current = !ending;
      // The sending code did not load, so the browser submits the form.
      if (!ending) form.requestSubmit(button);
    });
  };
  return (
    <form {...rest} method="post" action={address} onSubmit={submit}>
      <FormContext value={source}>{children}</FormContext>
    </form>
  );
}
