import { Form, useFormAction, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import type { AddAction } from '../board.dto.ts';
import { Said } from './said.tsx';

export function AddForm(): ReactNode {
  const { errors, fields, status } = useSubmission<AddAction>('add');
  return (
    <>
      <p data-testid="last">{status}</p>
      <Form action="add" aria-label="add">
        <Said action="add" id="adding" />
        <Said action="slow" id="being slow" />
        <label>
          note
          <input name="note" defaultValue={String(fields.note ?? '')} />
        </label>
        {errors.note?.map((error) => (
          <p key={error} role="alert">
            {error}
          </p>
        ))}
        <label>
          password
          <input name="password" type="password" />
        </label>
        <button name="by" value="Add">
          Add
        </button>
        <button formAction={useFormAction('slow')}>Slow</button>
      </Form>
    </>
  );
}
