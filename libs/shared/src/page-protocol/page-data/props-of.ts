/**
 * Props of a view, as the method of its controller returns them.
 *
 * `export function Page({ title }: PropsOf<IssueController['show']>): ReactNode`
 */
export type PropsOf<Method extends (...parameters: never[]) => unknown> = Awaited<
  ReturnType<Method>
>;
