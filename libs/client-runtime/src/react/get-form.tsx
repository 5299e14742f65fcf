import type { LinkTarget } from '#page-protocol';
import { useRef } from 'react';
import type { FormHTMLAttributes, ReactNode, SubmitEvent } from 'react';
import { toHref } from '../address/destination.ts';
import { toSubmittedAddress } from '../address/submitted-address.ts';
import type { PrefetchKind } from '../prefetch/prefetch-request.ts';
import { SourceContext, useApplication } from './context.ts';
import { usePrefetch } from './use-prefetch.ts';

export interface GetFormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'style'> {
  readonly method: 'get';
  /**
   * An address within the application, from its root, such as `/issues`. The fields replace its
   * query. The browser follows any other address, and an address that would run a script leads
   * nowhere.
   */
  readonly action: LinkTarget;
  readonly replace?: boolean;
  readonly scroll?: boolean;
  /**
   * How much of the page at `action`, without a query, loads while the form is in view. `auto` by
   * default.
   */
  readonly prefetch?: PrefetchKind;
  readonly children?: ReactNode;
}

export function GetForm({
  action,
  replace,
  scroll,
  prefetch,
  onSubmit,
  children,
  ...rest
}: GetFormProps): ReactNode {
  const { basePath, router } = useApplication();
  const source = useRef<HTMLFormElement>(null);
  const href = toHref(action, basePath);
  usePrefetch(source, href, prefetch);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    onSubmit?.(event);
    const { currentTarget: form, nativeEvent } = event;
    const button = nativeEvent.submitter as HTMLButtonElement | null;
    if (event.defaultPrevented || !isPlain(button, 'post', rest.target)) return;
    const ownAction = button?.getAttribute('formaction') ?? href;
    const to = toSubmittedAddress(ownAction, form.baseURI, new FormData(form, button));
    if (router?.follow(to, { source, scroll, isReplace: replace })) event.preventDefault();
  };
  return (
    <form {...rest} ref={source} action={href} onSubmit={submit}>
      <SourceContext value={source}>{children}</SourceContext>
    </form>
  );
}

/** Returns whether a submission by this button uses the form's method and opens no other tab. */
export function isPlain(
  button: HTMLButtonElement | null,
  otherMethod: 'get' | 'post',
  target = '',
): boolean {
  const { formMethod = '', formTarget = '' } = button ?? {};
  const isOther = formMethod === otherMethod || formMethod === 'dialog';
  return !isOther && /^(?:_self)?$/.test(formTarget || target);
}
