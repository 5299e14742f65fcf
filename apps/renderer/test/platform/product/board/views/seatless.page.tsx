import { Form, Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import type { SeatAction } from '../board.dto.ts';
import { at } from '../../browser/at.ts';

export function Page(): ReactNode {
  const { errors } = useSubmission<SeatAction>('take-seat');
  return (
    <section>
      <h2>Please sign in first</h2>
      <Form action="take-seat" at={at('/boards/door')} reloadDocument>
        <label>
          word
          <input name="word" />
        </label>
        {errors.word?.map((error) => (
          <p key={error}>{error}</p>
        ))}
        <button>Sit down</button>
      </Form>
      <Link href={at('/boards/elsewhere')}>Away</Link>
    </section>
  );
}
