import { describe, expect, it } from '@jest/globals';
import { createDeferredData, createViewRegistry, PageTree } from '#client-runtime';
import { createSubmissions, toShownPage } from '#client-runtime/server';
import type { View } from '#client-runtime';
import type { ActionOf, ActionState } from '#shared';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { formOf } from './form-of.tsx';

interface RenameDto {
  readonly row: string;
  readonly name: string;
  readonly isBig?: string;
}

const { Form, Field, Box, useSent } = formOf<ActionOf<'rename', RenameDto>>('rename');

function Row({ row }: { readonly row: string }): ReactNode {
  const { errors } = useSent({ row });
  return (
    <details open={errors.name !== undefined}>
      <Form fixed={{ row }} offered={{ name: `Row ${row}`, isBig: 'yes' }}>
        <Field name="name" label="Name" />
        <Box name="isBig" value="yes" label="Big" />
      </Form>
    </details>
  );
}

/** The two rows as a page without scripts shows them. */
function renderRows(action?: ActionState): readonly string[] {
  const View = () => ['1', '2'].map((row) => <Row key={row} row={row} />);
  const views = createViewRegistry<View>(undefined, new Map<string, View>([['rows', View]]));
  const segment = { key: 'rows', view: 'rows', data: {}, head: {}, tags: [] };
  const page = {
    v: 1,
    build: 'b',
    url: '/',
    status: 200,
    staleMs: 0,
    segments: [segment],
  } as const;
  const shown = toShownPage(page, createDeferredData(page.segments));
  const html = renderToStaticMarkup(
    <PageTree
      application={{ basePath: '', person: '', views, submissions: createSubmissions(action) }}
      places={[{ page: shown, stay: 0, address: '/' }]}
    />,
  );
  return html.split('</details>').slice(0, -1);
}

const refused = (fields: ActionState['fields'], errors: ActionState['errors']) =>
  renderRows({ name: 'rename', status: 'invalid', fields, errors });

describe('formOf', () => {
  it('offers its values in each row', () => {
    for (const [index, html] of renderRows().entries()) {
      expect(html).toContain(`<input type="hidden" name="row" value="${index + 1}"/>`);
      expect(html).toContain(`value="Row ${index + 1}"`);
      expect(html).toMatch(/<input type="checkbox"[^>]* checked=""/);
      expect(html).not.toMatch(/<details open|aria-invalid|text-accent/);
    }
  });

  it('shows what was typed and what is wrong in the row that was sent alone', () => {
    const [sent, other] = refused({ row: '1', name: 'x' }, { name: ['Too short.'] });
    expect(sent).toMatch(/<details open.*aria-invalid="true".* value="x".*Too short\./);
    expect(sent).not.toContain('checked');
    expect(other).toBe(renderRows()[1]);
  });

  it('shows errors that no visible field has below the fields', () => {
    const [sent, other] = refused(
      { row: '1', name: 'x' },
      { '': ['Gone.'], row: ['No such row.'] },
    );
    expect(sent).toMatch(/value="x".*Gone\. No such row\.<\/p><\/form>$/);
    expect(other).toBe(renderRows()[1]);
  });

  it('knows the names of the fields', () => {
    const views = () => [
      // @ts-expect-error the action has no such field
      <Field key="1" name="nmae" label="Name" />,
      // @ts-expect-error the action has no such field
      <Form key="2" offered={{ nmae: 'x' }} />,
      // @ts-expect-error the action has no such field
      <Form key="3" fixed={{ rwo: '1' }} />,
    ];
    expect(typeof views).toBe('function');
  });
});
