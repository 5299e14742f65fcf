import { describe, expect, it } from '@jest/globals';
import { toChoices } from '#shared';
import { renderToStaticMarkup } from 'react-dom/server';
import { SearchedSelect } from './searched-select.tsx';

function render(count: number, defaultValue = ''): string {
  const values = Array.from({ length: count }, (_, at) => [`p${at}`, `Project ${at}`] as const);
  return renderToStaticMarkup(
    <SearchedSelect
      name="project"
      label="In"
      none="All projects"
      choices={toChoices(values)}
      offers="project"
      defaultValue={defaultValue}
      errors={['There is no project “x”.']}
    />,
  );
}

describe('SearchedSelect', () => {
  it('is a select while the choices are few', () => {
    const html = render(3, 'p1');
    expect(html).toContain('<option value="">All projects</option>');
    expect(html).toMatch(/<option value="p1" selected="">Project 1</);
    expect(html).not.toContain('datalist');
  });

  it('is a field for many choices, with the first of them and its error', () => {
    const html = render(500, 'p499');
    expect(html).toMatch(/<input[^>]* placeholder="All projects"[^>]* data-offers="project"/);
    expect(html).toMatch(/aria-invalid="true"[^>]* value="p499"/);
    expect(html.match(/<option/g)).toHaveLength(50);
    expect(html).toContain('There is no project “x”.');
    expect(html.length).toBeLessThan(3500);
  });
});
