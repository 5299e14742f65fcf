import { describe, expect, it } from '@jest/globals';
import { toFilterField } from '#shared';
import type { Address, FilterField } from '#shared';
import { renderToStaticMarkup } from 'react-dom/server';
import { FilterBar } from './filter-bar.tsx';

/** A product without logs runs these specs as well. */
const LOGS = '/logs' as Address;
const toList = (query: string): Address => `${LOGS}${query && '?'}${query}` as Address;

const project = (chosen: readonly string[]): FilterField =>
  toFilterField({
    name: 'project',
    label: 'Project',
    values: ['web', ['api', 'The API']],
    isSeveral: true,
    chosen,
    without: (rest) => toList(`project=${rest.join(',')}`),
  });

const environment = (chosen: readonly string[], values = ['live', 'a & b']): FilterField =>
  toFilterField({
    name: 'environment',
    label: 'Environment',
    values,
    chosen,
    without: () => toList('project=web'),
  });

function render(...fields: readonly FilterField[]): string {
  return renderToStaticMarkup(
    <FilterBar
      action={LOGS}
      search={{ placeholder: 'Words', query: 'a', fault: 'No such key' }}
      fields={fields}
      hidden={{ status: 'all' }}
      link={toList('query=a')}
    />,
  );
}

describe('FilterBar', () => {
  it('offers values as buttons while none is set', () => {
    const html = render(project([]), environment([]));
    expect(html).toContain('value="api" name="project">The API</button>');
    expect(html).toContain('value="live" name="environment"');
    expect(html).not.toContain('type="hidden" name="project"');
    expect(html).toContain('type="hidden" name="status" value="all"');
    expect(html).toMatch(/aria-invalid="true".*No such key/);
    expect(html).toContain('>Filter</label>');
    expect(html).not.toContain('Clear');
  });

  it('presses Apply when a person presses Enter in the search field', () => {
    expect(/<button[^>]*>[^<]*/.exec(render(project([])))?.[0]).toMatch(/class="button">Apply$/);
  });

  it('shows what is set as chips, each with a link to the list without it', () => {
    const html = render(project(['api', 'web']), environment(['live']));
    expect(html).toContain('project is <bdi translate="no">The API</bdi>');
    expect(html).toContain('aria-label="Remove project is The API" href="/logs?project=web"');
    expect(html).toContain('aria-label="Remove environment is live"');
    expect(html).toContain('>Filter (3)</label>');
  });

  it('sends chosen values again, and adds to them where the address may name several', () => {
    const html = render(project(['web']), environment(['live']));
    expect(html).toContain('type="hidden" name="project" value="web"');
    expect(html).toContain('type="hidden" name="environment" value="live"');
    expect(html).toContain('<button value="api" name="project">');
  });

  it('replaces a single value by a link, since the form would send both', () => {
    const html = render(environment(['live']));
    expect(html).toContain('href="/logs?project=web&amp;environment=a%20%26%20b"');
    expect(html).not.toMatch(/<button[^>]* name="environment"/);
  });

  it('has 50 values or more typed into a field, which sends the chosen one again', () => {
    const many = Array.from({ length: 50 }, (_each, index) => `env-${index}`);
    const html = render(environment(['env-7'], many));
    expect(html).toMatch(/<input[^>]* name="environment"[^>]* value="env-7"/);
    expect(html).not.toMatch(/type="hidden" name="environment"/);
    expect(html.match(/<option/g)).toHaveLength(49);
  });

  it('sends the days of a field by its two fields', () => {
    const days = { from: '2026-01-05', to: '2026-01-06' };
    const set = [{ text: '2026-01-05 to 2026-01-06', without: toList('') }];
    const html = render({ name: 'time', label: 'Time', values: [['1h', 'Last hour']], set, days });
    expect(html).toContain('time is <bdi translate="no">2026-01-05 to 2026-01-06</bdi>');
    expect(html).toMatch(/<input[^>]* name="from"[^>]* value="2026-01-05"/);
    expect(html).not.toContain('type="hidden" name="time"');
    expect(html).toContain('href="/logs?time=1h"');
  });

  it('folds chips that would need a third row into a menu', () => {
    const slugs = Array.from({ length: 8 }, (_each, index) => `p${index}`);
    const html = render({
      ...project([]),
      set: slugs.map((text) => ({ text, without: toList(text) })),
    });
    expect(html).toMatch(/class="button">\+ 2</);
  });
});
