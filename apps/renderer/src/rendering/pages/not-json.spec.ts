import { describe, expect, it } from '@jest/globals';
import type { NotJson } from './json-props.ts';

/* `NotJson` puts an explanation into the compiler's message. The lines below compile only with
   exactly these texts. */

interface Props {
  readonly name: string;
  readonly at: Date;
  readonly until?: Date;
  readonly onDone: () => void;
  readonly counts: ReadonlyMap<string, number>;
  readonly seen: Set<string>;
  readonly nested: { readonly at: Date };
}

describe('NotJson', () => {
  it('explains for each field why it cannot be sent as JSON', () => {
    const reasons: NotJson<Props> = {
      at: 'A Date cannot be sent as JSON: send its time as a number.',
      until: 'A Date cannot be sent as JSON: send its time as a number.',
      onDone: 'A function cannot be sent as JSON: use an action instead.',
      counts: 'Maps and sets cannot be sent as JSON: send an array.',
      seen: 'Maps and sets cannot be sent as JSON: send an array.',
      nested: 'This value, or something in it, cannot be sent as JSON.',
    };
    expect(Object.keys(reasons)).not.toContain('name');
  });

  it('leaves out fields that can be sent as JSON', () => {
    // @ts-expect-error a text travels
    const reason: keyof NotJson<Props> = 'name';
    expect(reason).toBe('name');
  });
});
