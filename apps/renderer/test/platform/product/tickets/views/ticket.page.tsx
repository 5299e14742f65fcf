import { Form, Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import type { SettleAction, TicketProps } from '../tickets.dto.ts';
import { at } from '../../browser/at.ts';

export function Page({ id, note, fileName, remarks }: TicketProps): ReactNode {
  return (
    <main>
      <h1>{`ticket ${id}`}</h1>
      <p>{note === undefined ? 'open' : `settled: ${note}`}</p>
      {fileName !== undefined && <p>{`with ${fileName}`}</p>}
      <ul>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
      <Settle />
      <Form action="remark">
        <label>
          remark
          <input name="remark" />
        </label>
        <button>Remark</button>
      </Form>
      <Link href={at('/boards/elsewhere')} prefetch="none">
        Elsewhere
      </Link>
    </main>
  );
}

function Settle(): ReactNode {
  const { status, message, errors, fields } = useSubmission<SettleAction>('settle');
  return (
    <Form action="settle" encType="multipart/form-data">
      <p>{`settling is ${status}`}</p>
      <p>{message}</p>
      {errors.note?.map((error) => (
        <p key={error} role="alert">
          {error}
        </p>
      ))}
      <label>
        note
        <input name="note" defaultValue={String(fields.note ?? '')} />
      </label>
      <label>
        file
        <input name="file" type="file" />
      </label>
      <label>
        to
        <input name="to" />
      </label>
      <button>Settle</button>
    </Form>
  );
}
