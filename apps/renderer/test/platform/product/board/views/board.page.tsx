import { ActionForm, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import type { BoardProps } from '../board.dto.ts';

export function Page({ board, notes, loads, mark }: BoardProps): ReactNode {
  const { errors, fields } = useSubmission('add');
  return (
    <main>
      <h1>{`board ${board}`}</h1>
      <p data-testid="loads">{`load ${loads}`}</p>
      <p data-testid="mark">{mark}</p>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <ActionForm name="add">
        <label>
          note
          <input name="note" defaultValue={String(fields['note'] ?? '')} />
        </label>
        {errors['note']?.map((error) => (
          <p key={error} role="alert">
            {error}
          </p>
        ))}
        <label>
          password
          <input name="password" type="password" />
        </label>
        <button>Add</button>
      </ActionForm>
      <ActionForm name="attach" encType="multipart/form-data">
        <label>
          file
          <input name="file" type="file" />
        </label>
        <button>Attach</button>
      </ActionForm>
    </main>
  );
}
