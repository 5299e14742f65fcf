import { Form, Link, useAction } from '#client-runtime';
import type { ReactNode } from 'react';
import { Confirm } from '../../../../../src/ui/confirm.tsx';
import { Live } from '../../tour/views/live.tsx';
import { useRouterOnWindow } from '../../tour/views/lent-router.ts';
import type { BoardProps, CountAction } from '../board.dto.ts';
import { AddForm } from './add-form.tsx';
import { PendingNotes } from './pending-notes.tsx';
import { Said } from './said.tsx';
import { at } from '../../browser/at.ts';

export function Page({ board, notes, loads, mark }: BoardProps): ReactNode {
  useRouterOnWindow();
  return (
    <main>
      <Live />
      <h1>{`board ${board}`}</h1>
      <p data-testid="loads">{`load ${loads}`}</p>
      <p data-testid="mark">{mark}</p>
      <ul>
        {notes.map((note) => (
          <Note key={note} note={note} />
        ))}
        <PendingNotes />
      </ul>
      <AddForm />
      <Form action="say">
        <label>
          text
          <input name="text" />
        </label>
        <label>
          to
          <input name="to" defaultValue={`/boards/${board}`} />
        </label>
        <button>Say</button>
      </Form>
      <Link href={at(`/boards/${board}?next`)}>next</Link>
      <Form action="attach" aria-label="attach" encType="multipart/form-data">
        <Said action="attach" id="attaching" />
        <label>
          file
          <input name="file" type="file" />
        </label>
        <button>Attach</button>
      </Form>
      <Form action="mark" aria-label="mark" reloadDocument>
        <button>Mark</button>
      </Form>
      <Counter />
      <Link href={at('/boards/elsewhere')} prefetch="none">
        Elsewhere
      </Link>
    </main>
  );
}

function Note({ note }: { readonly note: string }): ReactNode {
  return (
    <li>
      <span>{note}</span>
      <Said action="remove" id={`remove of ${note} outside`} />
      <Confirm label={`Remove ${note}`} question={`Remove ${note} for good?`}>
        <Form action="remove">
          <input type="hidden" name="note" value={note} />
          <button>Remove</button>
          <Said action="remove" id={`remove of ${note}`} />
        </Form>
      </Confirm>
    </li>
  );
}

function Counter(): ReactNode {
  const { run, status, result } = useAction<CountAction>('count', {
    at: at('/boards/counted?count=3'),
  });
  return (
    <>
      <button onClick={() => void run()}>Count</button>
      <p data-testid="counting">{`${status} ${result?.count ?? ''}`}</p>
    </>
  );
}
