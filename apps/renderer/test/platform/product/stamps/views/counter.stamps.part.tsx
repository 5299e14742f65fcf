import { Form } from '#client-runtime';
import type { ReactNode } from 'react';
import type { StampsProps } from '../stamps.dto.ts';

export function Part({ stamps }: StampsProps): ReactNode {
  return (
    <Form action="stamp">
      <p>{`stamps: ${stamps.join(', ')}`}</p>
      <input name="stamp" aria-label="stamp" defaultValue="blue" />
      <button type="submit">Stamp</button>
    </Form>
  );
}
