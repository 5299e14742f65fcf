import { useSubmission } from '#client-runtime';
import type { Submission } from '#client-runtime';
import type { ActionFields, ActionName, AnyAction } from '#shared';
import { createContext, use, useId } from 'react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { Check } from './check.tsx';
import { FieldErrors } from './field-errors.tsx';
import { NotedForm } from './noted-form.tsx';
import { SearchedSelect } from './searched-select.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

type Texts<Name extends string = string> = { readonly [_ in Name]?: string };

interface FormProps<Name extends string> extends Omit<ComponentProps<typeof NotedForm>, 'action'> {
  /** The fields show these texts until something is typed. */
  readonly offered?: Texts<Name>;
  /** Hidden fields. They tell apart several forms that a page has for one action. */
  readonly fixed?: Texts<Name>;
  /** The form that the page shows, such as one that asks before unsaved changes are left. */
  readonly as?: ComponentType<ComponentProps<typeof NotedForm>>;
}

type FieldProps<Props, Name extends string> = Omit<
  Props,
  'name' | 'defaultValue' | 'errors' | 'isOn'
> & { readonly name: Name };

const FormScope = createContext<{ action: string; offered?: Texts; fixed?: Texts }>({ action: '' });

/**
 * Returns the form of an action and its fields, which know by their names what was offered, what
 * was typed and what is wrong. A page may have several: only the form that was sent shows errors.
 *
 * ```tsx
 * const { Form, Field } = formOf<RenameAction>('rename');
 *
 * <Form fixed={{ search: '1' }} offered={{ name }}>
 *   <Field name="name" label="New name" required />
 *   <Button>Save</Button>
 * </Form>;
 * ```
 */
export function formOf<A extends AnyAction, Name extends string = keyof ActionFields<A> & string>(
  action: ActionName<A>,
) {
  function Form({
    as: Shown = NotedForm,
    offered,
    fixed = {},
    children,
    ...form
  }: FormProps<Name>) {
    return (
      <Shown {...form} action={action}>
        <FormScope value={{ action, offered, fixed }}>
          {Object.entries<string | undefined>(fixed).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {children}
          <FormErrors />
        </FormScope>
      </Shown>
    );
  }
  function Field(props: FieldProps<ComponentProps<typeof TextField>, Name>): ReactNode {
    return <TextField {...props} {...useField(props.name)} />;
  }
  function Select(props: FieldProps<ComponentProps<typeof SelectField>, Name>): ReactNode {
    return <SelectField {...props} {...useField(props.name)} />;
  }
  function Choice(props: FieldProps<ComponentProps<typeof SearchedSelect>, Name>): ReactNode {
    return <SearchedSelect {...props} {...useField(props.name)} />;
  }
  function Box(props: FieldProps<ComponentProps<typeof Check>, Name>): ReactNode {
    return <Check {...props} isOn={useField(props.name).defaultValue === props.value} />;
  }
  /** Returns the state of the form with these hidden fields, also outside of it. */
  function useSent(fixed?: Texts<Name>): Submission<A> {
    const sent: object = useSentForm(action, fixed);
    return sent as Submission<A>;
  }
  return { Form, Field, Select, Choice, Box, useSent };
}

/** Idle when another form with this action was sent. */
function useSentForm(action: string, fixed: Texts = {}): Submission {
  const submission = useSubmission(action);
  const { fields } = submission;
  const isOther = Object.entries(fixed).some(([name, value]) => {
    const sent: unknown = fields[name] ?? value;
    return sent !== value;
  });
  return isOther ? { status: 'idle', errors: {}, fields: {} } : submission;
}

function useField(name: string) {
  const { action, offered = {}, fixed } = use(FormScope);
  const { fields, errors } = useSentForm(action, fixed);
  // A box without a tick is not among the fields that were sent.
  const shown = Object.keys(fields).length > 0 ? fields : offered;
  return { defaultValue: String(shown[name] ?? ''), errors: errors[name] };
}

/** The errors that no visible field shows. */
function FormErrors(): ReactNode {
  const { action, fixed = {} } = use(FormScope);
  const { errors } = useSentForm(action, fixed);
  const ofForm = ['', ...Object.keys(fixed)].flatMap((name) => errors[name] ?? []);
  return <FieldErrors id={useId()} errors={ofForm} />;
}
