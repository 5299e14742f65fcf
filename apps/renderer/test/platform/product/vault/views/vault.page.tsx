import { Form, Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import type { CutAction, VaultProps } from '../vault.dto.ts';
import { at } from '../../browser/at.ts';

export function Page({ keys }: VaultProps): ReactNode {
  const { status, errors, result } = useSubmission<CutAction>('cut');
  return (
    <main>
      <h1>{`vault of ${keys}`}</h1>
      <p data-testid="status">{status}</p>
      {result && <output>{result.key}</output>}
      {errors.for && <p role="alert">{errors.for.join(' ')}</p>}
      <Form action="cut">
        <label>
          for
          <input name="for" />
        </label>
        <button>Cut</button>
      </Form>
      <Link href={at('/shelf')}>shelf</Link>
    </main>
  );
}
