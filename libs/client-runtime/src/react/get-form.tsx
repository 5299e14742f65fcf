import type { LinkTarget } from '#shared';
import { useRef } from 'react';
import type { FormHTMLAttributes, ReactNode, SubmitEvent } from 'react';
import { toHref } from '../address/destination.ts';
import { toSubmittedAddress } from '../address/submitted-address.ts';
import type { PrefetchKind } from '../prefetch/wish.ts';
import { SourceContext, useApplication } from './context.ts';
import { usePrefetch } from './use-prefetch.ts';

/** What is asked for is in the address: a search, a filter. */
export interface GetFormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'style'> {
  readonly method: 'get';
  /**
   * An address within the application, from its root, whose query gives way to the fields: `/issues`. Any other
   * is the browser's affair; one that would run a script leads nowhere.
   */
  readonly action: LinkTarget;
  /** In place of the current history entry. */
  readonly replace?: boolean;
  /** `false`: what is scrolled stays so. */
  readonly scroll?: boolean;
  /** What of the page without a query is loaded while the form is in view; `auto` unless said. */
  readonly prefetch?: PrefetchKind;
  readonly children?: ReactNode;
}

/**
 * A form that leads to a page of the application as a link does; without scripts it is the browser's own. A
 * button's `formAction` is an address of the browser's, base path included.
 */
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

/** Does what its form does, and in this tab, as far as its button has a say in it. */
export function isPlain(
  button: HTMLButtonElement | null,
  otherMethod: 'get' | 'post',
  target = '',
): boolean {
  const { formMethod = '', formTarget = '' } = button ?? {};
  const isOther = formMethod === otherMethod || formMethod === 'dialog';
  return !isOther && /^(?:_self)?$/.test(formTarget || target);
}
